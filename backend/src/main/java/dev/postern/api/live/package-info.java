/** What is told as it happens: how many may watch, and the log's rows as they reach it. */
@NullMarked
package dev.postern.api.live;

import org.jspecify.annotations.NullMarked;
