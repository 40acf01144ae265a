/** Replays in memory. */
@NullMarked
@NamedInterface("memory")
package dev.postern.replay.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
