/**
 * How often in a row a destination failed, what follows from that, and who is told.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis", "rabbitmq", "tenantstore", "queue", "worker"})
package dev.postern.alert;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
