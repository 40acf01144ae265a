/**
 * The way of an event from its acceptance to the delivery queue.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "tenantstore", "queue", "idempotency"})
package dev.postern.publish;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
