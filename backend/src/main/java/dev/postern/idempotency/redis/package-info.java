/** Claims in Redis, in Outpost's keys and values. */
@NullMarked
@NamedInterface("redis")
package dev.postern.idempotency.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
