/**
 * Delivery tasks that wait for their destination outside of the queue.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "queue", "redis"})
package dev.postern.parking;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
