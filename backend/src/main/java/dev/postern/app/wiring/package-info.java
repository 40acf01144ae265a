/** The beans: ports, their adapters, and the workers over them. */
@NullMarked
package dev.postern.app.wiring;

import org.jspecify.annotations.NullMarked;
