/** What the API tells whoever watches it. */
@NullMarked
@NamedInterface("watch")
package dev.postern.api.watch;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
