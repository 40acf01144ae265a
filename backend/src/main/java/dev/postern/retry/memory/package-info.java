/** The retry schedule in memory: everyone's fake. */
@NullMarked
@NamedInterface("memory")
package dev.postern.retry.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
