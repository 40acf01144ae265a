/** Where a tenant's events go: listing, making, trying, switching and deleting destinations. */
@NullMarked
package dev.postern.portal.destinations;

import org.jspecify.annotations.NullMarked;
