/** What the API is told by whoever puts it to work. */
@NullMarked
@NamedInterface("settings")
package dev.postern.api.settings;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
