/** Generated ids. */
@NullMarked
package dev.postern.app.ids;

import org.jspecify.annotations.NullMarked;
