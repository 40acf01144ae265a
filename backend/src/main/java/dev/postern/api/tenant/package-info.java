/** Tenants, and the tokens that let their people in. */
@NullMarked
package dev.postern.api.tenant;

import org.jspecify.annotations.NullMarked;
