/** The stores' schemas, and the Migrator that applies them. */
@NullMarked
package dev.postern.migrations;

import org.jspecify.annotations.NullMarked;
