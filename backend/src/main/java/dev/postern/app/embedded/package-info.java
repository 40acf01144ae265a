/**
 * Redis and PostgreSQL as children of this process, for installations without servers: their files,
 * their secrets, and the lock that keeps two processes off one data directory.
 */
@NullMarked
package dev.postern.app.embedded;

import org.jspecify.annotations.NullMarked;
