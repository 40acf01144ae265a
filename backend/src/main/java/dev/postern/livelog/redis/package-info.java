/** Notices by Redis's publish and subscribe, between the processes of a deployment. */
@NullMarked
@NamedInterface("redis")
package dev.postern.livelog.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
