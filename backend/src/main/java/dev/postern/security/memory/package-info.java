/** One-time links in memory: for tests, and for a single process that may forget them. */
@NullMarked
@NamedInterface("memory")
package dev.postern.security.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
