/** The walls of the house, and what runs into them. */
@NullMarked
package dev.postern.walls;

import org.jspecify.annotations.NullMarked;
