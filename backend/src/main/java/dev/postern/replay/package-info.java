/**
 * The bulk retry: which failures stand, and their way back into delivery, a window of them at a time and as often as a
 * process has to take it up again. How an attempt is queued it leaves to {@link dev.postern.replay.Redelivery}.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "logstore", "worker", "json", "redis"})
package dev.postern.replay;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
