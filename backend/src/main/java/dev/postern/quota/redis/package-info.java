/** Budgets in Redis. */
@NullMarked
@NamedInterface("redis")
package dev.postern.quota.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
