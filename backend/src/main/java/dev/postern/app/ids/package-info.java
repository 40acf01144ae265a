/** Ids for what callers left unnamed. */
@NullMarked
package dev.postern.app.ids;

import org.jspecify.annotations.NullMarked;
