/**
 * What has just reached the log: told by whoever stored it, heard by every process that watches for somebody. Nothing is
 * kept, and nobody waits for it: who is not there when it is told reads it in the log.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json", "redis"})
package dev.postern.livelog;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
