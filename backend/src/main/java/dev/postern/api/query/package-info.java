/** What a field asks of the stores: filters and pages in, one call for each level out. */
@NullMarked
package dev.postern.api.query;

import org.jspecify.annotations.NullMarked;
