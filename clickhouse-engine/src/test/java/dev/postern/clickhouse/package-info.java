@NullMarked
package dev.postern.clickhouse;

import org.jspecify.annotations.NullMarked;
