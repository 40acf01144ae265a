/** How fast the product delivers, beside bare loops of its parts. Run by hand: see CONTRIBUTING.md. */
@NullMarked
package dev.postern.benchmark.delivery;

import org.jspecify.annotations.NullMarked;
