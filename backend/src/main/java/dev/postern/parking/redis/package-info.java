/** Parked tasks in Redis. */
@NullMarked
@NamedInterface("redis")
package dev.postern.parking.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
