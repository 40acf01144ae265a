/** Queues on Redis Streams. */
@NullMarked
@NamedInterface("redis")
package dev.postern.queue.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
