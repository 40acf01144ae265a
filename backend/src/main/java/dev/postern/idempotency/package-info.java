/**
 * Work that is done once however often it is asked for.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "redis"})
package dev.postern.idempotency;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
