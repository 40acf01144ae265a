/** The embedded stores, with the real servers. */
@NullMarked
package dev.postern.app.embedded;

import org.jspecify.annotations.NullMarked;
