/** Offenders against each wall, so that no rule is hollow. */
@NullMarked
package dev.postern.walls.offenders;

import org.jspecify.annotations.NullMarked;
