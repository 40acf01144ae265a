/** Lists by page: arguments in, connections out. */
@NullMarked
package dev.postern.api.page;

import org.jspecify.annotations.NullMarked;
