/** How much each viewer may still spend: budgets that refill, and that every process shares. */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "redis"})
package dev.postern.quota;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
