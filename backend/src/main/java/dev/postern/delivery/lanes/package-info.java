/** Who may run now, who waits, and who leaves the process: so that no destination delays another. */
@NullMarked
@NamedInterface("lanes")
package dev.postern.delivery.lanes;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
