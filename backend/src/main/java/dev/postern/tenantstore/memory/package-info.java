/** Tenants and destinations in memory: everyone's fake. */
@NullMarked
@NamedInterface("memory")
package dev.postern.tenantstore.memory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
