/** Failures counted in memory. */
@NullMarked
@NamedInterface("memory")
package dev.postern.alert.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
