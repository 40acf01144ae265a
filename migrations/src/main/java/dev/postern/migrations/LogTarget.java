package dev.postern.migrations;

/** The store that keeps the log. */
public sealed interface LogTarget permits PostgresUrl, ClickHouseTarget {}
