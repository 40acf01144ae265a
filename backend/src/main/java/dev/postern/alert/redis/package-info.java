/** Failures counted in Redis, in Outpost's keys. */
@NullMarked
@NamedInterface("redis")
package dev.postern.alert.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
