/** Notices within one process. */
@NullMarked
@NamedInterface("memory")
package dev.postern.livelog.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
