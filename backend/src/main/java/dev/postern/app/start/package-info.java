/** The start of a process: its stores brought into form, its failures in one line, its greeting. */
@NullMarked
package dev.postern.app.start;

import org.jspecify.annotations.NullMarked;
