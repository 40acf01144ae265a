/**
 * The way of a log entry from its queue into the log, in batches.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "queue", "logstore", "livelog", "worker"})
package dev.postern.logbatch;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
