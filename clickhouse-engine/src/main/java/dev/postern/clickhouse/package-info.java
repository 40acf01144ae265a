/**
 * A ClickHouse to test and to measure against. It owns how one is come by: the server that the environment
 * names, the engine as a library in a process of its own, or a container.
 */
@NullMarked
package dev.postern.clickhouse;

import org.jspecify.annotations.NullMarked;
