/** What all pages share: the frame around them, links, times, ids and JSON as people read them, and error pages. */
@NullMarked
package dev.postern.portal.page;

import org.jspecify.annotations.NullMarked;
