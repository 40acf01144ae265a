package dev.postern.walls.offenders.queue.redis;

import dev.postern.walls.offenders.queue.memory.Neighbour;

/** An adapter that knows its sibling. */
interface Nosy {
    Neighbour neighbour();
}
