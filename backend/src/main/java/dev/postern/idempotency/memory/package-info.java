/** Claims in memory: everyone's fake. */
@NullMarked
@NamedInterface("memory")
package dev.postern.idempotency.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
