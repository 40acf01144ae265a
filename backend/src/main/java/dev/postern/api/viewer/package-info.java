/** Who a request acts as, and what that lets it reach. */
@NullMarked
package dev.postern.api.viewer;

import org.jspecify.annotations.NullMarked;
