/**
 * The words: what Postern speaks of, as values without I/O. Everything may use this room; it uses
 * {@code java.*} and JSpecify alone.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.postern.model;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
