/**
 * Who a request acts as: keys, tokens, and the viewer they stand for.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "redis"})
package dev.postern.security;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
