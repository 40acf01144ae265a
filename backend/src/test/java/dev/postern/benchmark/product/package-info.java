/** The product in a process of its own, as benchmarks of the whole of it start and watch it. */
@NullMarked
package dev.postern.benchmark.product;

import org.jspecify.annotations.NullMarked;
