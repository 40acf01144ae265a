/**
 * Destination types: their forms, and how an event is handed to one.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json"})
package dev.postern.provider;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
