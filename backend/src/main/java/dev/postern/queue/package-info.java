/**
 * Delivery tasks and log entries on their way from one worker to another.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis", "rabbitmq", "worker"})
package dev.postern.queue;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
