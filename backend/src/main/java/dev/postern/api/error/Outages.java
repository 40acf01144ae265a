package dev.postern.api.error;

/** Tells which errors mean that a store or queue is out of reach or full, rather than that we are wrong. */
@FunctionalInterface
public interface Outages {

    boolean include(Throwable error);
}
