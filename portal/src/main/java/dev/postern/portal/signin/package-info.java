/** The door: signing in with a key, a token or a one-time link, and signing out. */
@NullMarked
package dev.postern.portal.signin;

import org.jspecify.annotations.NullMarked;
