/**
 * JSON as text and as plain Java values, in the exact form that Outpost (Go's {@code encoding/json})
 * writes and reads. The one place that knows a JSON library's parser and generator.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.postern.json;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
