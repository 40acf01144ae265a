/**
 * Tenants and their destinations: kept, listed, and matched against events.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis"})
package dev.postern.tenantstore;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
