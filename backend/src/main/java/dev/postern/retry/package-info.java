/**
 * When a failed delivery is tried again, and the schedule that remembers it.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis"})
package dev.postern.retry;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
