/**
 * The ports as those who watch see them: each is wrapped once, where it is wired, and measured and traced there, so
 * that no room knows of it.
 */
@NullMarked
package dev.postern.app.observed;

import org.jspecify.annotations.NullMarked;
