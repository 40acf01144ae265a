/**
 * The history of events and deliveries: written in batches, read by keyset pages.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"model", "json"})
package dev.postern.logstore;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
