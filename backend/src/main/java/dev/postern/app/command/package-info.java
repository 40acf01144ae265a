/** What can be typed after {@code java -jar postern.jar}. */
@NullMarked
package dev.postern.app.command;

import org.jspecify.annotations.NullMarked;
