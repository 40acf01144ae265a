/**
 * How often in a row a destination failed, and what follows from that.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "redis", "tenantstore"})
package dev.postern.alert;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
