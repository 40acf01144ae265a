/** What a benchmark found, and how it is told. */
@NullMarked
package dev.postern.benchmark.report;

import org.jspecify.annotations.NullMarked;
