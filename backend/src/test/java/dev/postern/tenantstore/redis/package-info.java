/** Tests of the tenant store's Redis adapter. */
@NullMarked
package dev.postern.tenantstore.redis;

import org.jspecify.annotations.NullMarked;
