/**
 * The whole program under load while its processes, stores and network fail, and the ledger that tells what became of
 * every event.
 */
@NullMarked
package dev.postern.faults;

import org.jspecify.annotations.NullMarked;
