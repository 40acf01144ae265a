/** Bulk retries: plans, runs and how far they are. */
@NullMarked
package dev.postern.api.replay;

import org.jspecify.annotations.NullMarked;
