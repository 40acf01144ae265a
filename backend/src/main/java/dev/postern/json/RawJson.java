package dev.postern.json;

/** A JSON value as its exact text: written as it is, white space and all. */
public record RawJson(String text) {}
