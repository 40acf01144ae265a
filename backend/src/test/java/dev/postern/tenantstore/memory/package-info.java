/** Tests of the tenant store's memory adapter. */
@NullMarked
package dev.postern.tenantstore.memory;

import org.jspecify.annotations.NullMarked;
