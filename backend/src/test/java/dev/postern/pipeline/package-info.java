/** The workflows together, from publication to log. */
@NullMarked
package dev.postern.pipeline;

import org.jspecify.annotations.NullMarked;
