/** Real servers for tests: started by the test JVM, or named by the environment. */
@NullMarked
package dev.postern.servers;

import org.jspecify.annotations.NullMarked;
