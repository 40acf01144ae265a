/** GraphQL over HTTP: requests in, answers out, and the limits on both. */
@NullMarked
package dev.postern.api.wire;

import org.jspecify.annotations.NullMarked;
