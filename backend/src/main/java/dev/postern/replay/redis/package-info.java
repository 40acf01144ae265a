/** Replays in Redis. */
@NullMarked
@NamedInterface("redis")
package dev.postern.replay.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
