package dev.postern.walls.offenders.queue.memory;

/** An adapter of the same port. */
public interface Neighbour {}
