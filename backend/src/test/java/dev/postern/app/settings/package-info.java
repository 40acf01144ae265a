/** The settings, as operators give them. */
@NullMarked
package dev.postern.app.settings;

import org.jspecify.annotations.NullMarked;
