/** Who is visiting: the server-side session, which alone holds the visitor's credentials. */
@NullMarked
package dev.postern.portal.session;

import org.jspecify.annotations.NullMarked;
