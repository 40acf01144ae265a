/** Budgets in memory. */
@NullMarked
@NamedInterface("memory")
package dev.postern.quota.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
