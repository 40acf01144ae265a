/**
 * The GraphQL API: one controller per schema type, in a package for each thing that the schema is about.
 * {@link dev.postern.api.ApiConfiguration} puts all of it together; {@code settings} and {@code error} say
 * what it wants to be told.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "model",
            "json",
            "security",
            "publish",
            "delivery",
            "replay",
            "tenantstore",
            "logstore",
            "livelog",
            "provider",
            "retry",
            "queue",
            "quota",
            "alert"
        })
package dev.postern.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
