/** Deliveries, and the retries that people ask for. */
@NullMarked
package dev.postern.api.delivery;

import org.jspecify.annotations.NullMarked;
