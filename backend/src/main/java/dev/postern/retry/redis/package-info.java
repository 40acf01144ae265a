/** The retry schedule in Redis, in RSMQ's layout as Outpost keeps it. */
@NullMarked
@NamedInterface("redis")
package dev.postern.retry.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
