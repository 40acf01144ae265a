/**
 * The way of a task from the delivery queue to the log queue, and of a retry back.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "model",
            "tenantstore",
            "logstore",
            "provider",
            "retry",
            "queue",
            "parking",
            "idempotency",
            "alert",
            "worker"
        })
package dev.postern.delivery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
