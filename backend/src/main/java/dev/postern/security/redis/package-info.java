/** One-time links in Redis, which every process of the deployment shares. */
@NullMarked
@NamedInterface("redis")
package dev.postern.security.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
