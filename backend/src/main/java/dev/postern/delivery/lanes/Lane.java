package dev.postern.delivery.lanes;

import dev.postern.model.DestinationKey;
import dev.postern.provider.RateLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One destination: what it has running, who waits for it, and what holds it back. */
final class Lane {

    private final DestinationKey key;
    private final Share share;
    private final Share tenant;
    private final LaneSettings settings;
    private final Clock clock;
    private final Deque<Ticket> line = new ArrayDeque<>();
    private @Nullable Circuit circuit;
    private @Nullable Pace pace;

    Lane(DestinationKey key, Share tenant, LaneSettings settings, Clock clock) {
        this.key = key;
        this.tenant = tenant;
        this.settings = settings;
        this.clock = clock;
        share = new Share(settings.perDestination());
    }

    DestinationKey key() {
        return key;
    }

    int lineLength() {
        return line.size();
    }

    boolean hasLine() {
        return !line.isEmpty();
    }

    /** Whether it has its share, whatever the process as a whole could take. */
    boolean isHeldBack() {
        return share.isFull() || tenant.isFull() || (pace != null && !pace.isReady());
    }

    /** Whether nothing of it would be missed. */
    boolean isForgettable() {
        return share.isIdle() && circuit == null && (pace == null || pace.isFull());
    }

    boolean isIdle() {
        return share.isIdle();
    }

    /** Whether its circuit lets an attempt through; if so, it is on its way. */
    boolean enter() {
        return circuit == null || circuit.enter();
    }

    /** For how long nothing is sent to it, where it counts as dead; zero for a probe. */
    Optional<Duration> pause() {
        return circuit == null || circuit.isClosed() ? Optional.empty() : Optional.of(circuit.untilProbe());
    }

    void start(Ticket ticket, Instant now) {
        share.start(ticket, now);
        tenant.start(ticket, now);
        if (pace != null) {
            pace.take();
        }
    }

    void end(Ticket ticket, Reach reach, Instant now) {
        share.end(ticket, now);
        tenant.end(ticket, now);
        if (circuit == null && reach == Reach.SILENT && settings.circuitFailures() > 0) {
            circuit = new Circuit(settings.circuitFailures(), settings.circuitPause(), clock);
        }
        if (reach == Reach.ANSWERED) {
            // Whichever attempt it was: it is alive.
            circuit = null;
        } else if (circuit != null) {
            circuit.end(reach);
        }
    }

    void join(Ticket ticket) {
        line.add(ticket);
        share.waits(1);
        tenant.waits(1);
    }

    /** The first in the line, which there is. */
    Ticket next() {
        share.waits(-1);
        tenant.waits(-1);
        return line.remove();
    }

    void limit(Optional<RateLimit> limit) {
        RateLimit now = pace == null ? null : pace.limit();
        if (!limit.equals(Optional.ofNullable(now))) {
            pace = limit.map(rate -> new Pace(rate, clock)).orElse(null);
            // Those that run count, though they began before anybody knew.
            for (int i = 0; pace != null && i < share.running(); i++) {
                pace.take();
            }
        }
    }

    /** How long one more would wait for it. */
    Duration expectedWait(Instant now) {
        Duration own = longer(share.expectedWait(now), tenant.expectedWait(now));
        return pace == null ? own : longer(own, pace.expectedWait(line.size()));
    }

    /** In how long its rate lets the next one pass, where that alone holds it back. */
    Optional<Duration> untilNextToken() {
        return pace == null || share.isFull() || tenant.isFull() || pace.isReady()
                ? Optional.empty()
                : Optional.of(pace.untilNext());
    }

    /** How many more it could take without letting them wait for too long. */
    int room(Instant now, int most) {
        if (pause().isPresent()) {
            return pause().orElseThrow().isZero() && share.running() == 0 ? 1 : 0;
        }
        long room = Math.min(share.room(settings.longestWait(), now), tenant.room(settings.longestWait(), now));
        if (pace != null) {
            room = Math.min(room, pace.room(settings.longestWait(), line.size()));
        }
        return Math.clamp(room, 0, most);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
