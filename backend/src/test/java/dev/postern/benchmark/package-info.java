/** How fast the log stores are, measured against their drivers. Run by hand: see CONTRIBUTING.md. */
@NullMarked
package dev.postern.benchmark;

import org.jspecify.annotations.NullMarked;
