/** Tenants and destinations in Redis, byte for byte as Outpost stores them. */
@NullMarked
@NamedInterface("redis")
package dev.postern.tenantstore.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
