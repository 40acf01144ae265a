/** What every tenant store does, and what its adapters' tests share. */
@NullMarked
package dev.postern.tenantstore;

import org.jspecify.annotations.NullMarked;
