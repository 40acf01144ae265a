/**
 * The GraphQL API: one controller per schema type.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "model",
            "json",
            "security",
            "publish",
            "delivery",
            "tenantstore",
            "logstore",
            "provider",
            "retry"
        })
package dev.postern.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
