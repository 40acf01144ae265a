package dev.postern.logstore.clickhouse;

/** A statement's text, and the values of its parameters. */
record Statement(String sql, Arguments arguments) {}
