/** The wiring: settings, roles, embedded stores, workers, health, commands. It sees all; none sees it. */
@NullMarked
package dev.postern.app;

import org.jspecify.annotations.NullMarked;
