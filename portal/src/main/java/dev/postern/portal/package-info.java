/** The portal: pages over the gateway's GraphQL API. */
@NullMarked
package dev.postern.portal;

import org.jspecify.annotations.NullMarked;
