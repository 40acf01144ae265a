/**
 * The connection to Redis, single node or cluster: reactive commands over byte values, the
 * deployment's key prefix, and scripts that load themselves. What the keys mean is the ports' affair.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.postern.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
