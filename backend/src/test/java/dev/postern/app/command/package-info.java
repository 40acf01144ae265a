/** Commands, as they are typed. */
@NullMarked
package dev.postern.app.command;

import org.jspecify.annotations.NullMarked;
