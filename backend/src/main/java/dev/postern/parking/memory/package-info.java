/** Parked tasks in memory. */
@NullMarked
@NamedInterface("memory")
package dev.postern.parking.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
