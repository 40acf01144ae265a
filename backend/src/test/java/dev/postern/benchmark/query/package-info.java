/** How fast the gateway answers, beside the least that can answer the same. Run by hand: see CONTRIBUTING.md. */
@NullMarked
package dev.postern.benchmark.query;

import org.jspecify.annotations.NullMarked;
