/**
 * What an operation costs: what it asks for, told before it runs, and what was answered, told after it. {@code
 * docs/schema.md} has the formula in words.
 */
@NullMarked
package dev.postern.api.cost;

import org.jspecify.annotations.NullMarked;
