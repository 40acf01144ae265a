/**
 * Events that publishers put into a queue of their own, on their way to being published: what is no event, how often
 * what failed is tried again, and the worker.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "publish", "worker", "redis", "rabbitmq"})
package dev.postern.intake;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
