/**
 * The life of what runs for as long as the process does: its start, and its stop without loss.
 */
@NullMarked
@ApplicationModule(allowedDependencies = "model")
package dev.postern.worker;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
