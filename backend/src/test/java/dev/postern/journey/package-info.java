/** The executable jar as its users meet it: started as a process, spoken to over HTTP, killed. */
@NullMarked
package dev.postern.journey;

import org.jspecify.annotations.NullMarked;
