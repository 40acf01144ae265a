/** What was sent, and what came back: the log of deliveries, and each of them. */
@NullMarked
package dev.postern.portal.deliveries;

import org.jspecify.annotations.NullMarked;
