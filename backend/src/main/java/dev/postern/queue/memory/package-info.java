/** Queues in memory: everyone's fake. */
@NullMarked
@NamedInterface("memory")
package dev.postern.queue.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
