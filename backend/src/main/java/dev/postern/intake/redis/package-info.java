/** The intake's adapter for Redis. */
@NullMarked
@NamedInterface("redis")
package dev.postern.intake.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
