/**
 * Who a request acts as: keys, tokens and one-time links, and the viewer that they stand for.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis"})
package dev.postern.security;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
