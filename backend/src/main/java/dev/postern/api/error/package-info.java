/** What goes wrong, and how it is told. */
@NullMarked
@NamedInterface("error")
package dev.postern.api.error;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
