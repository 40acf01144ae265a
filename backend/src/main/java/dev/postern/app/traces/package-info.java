/** Traces of the way from a request over the queue to the delivery and the log, where they are sent somewhere. */
@NullMarked
package dev.postern.app.traces;

import org.jspecify.annotations.NullMarked;
