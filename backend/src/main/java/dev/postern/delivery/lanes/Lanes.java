package dev.postern.delivery.lanes;

import dev.postern.model.DestinationKey;
import dev.postern.provider.RateLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * Shares the slots of one process out among destinations and tenants. Who comes runs, waits in memory, or
 * is sent away to be parked, by the rules that RATIONALE.md beside this gives reasons for. Nothing here
 * waits or blocks: tickets are called back, outside of the lock.
 */
public final class Lanes {

    private static final int MOST_LANES = 10_000;
    private static final int MOST_ROOM = 100;

    /** When to look again for one that could run by then, as far as anybody can tell. */
    private static final Duration SOON = Duration.ofMillis(250);

    private final LaneSettings settings;
    private final Clock clock;
    private final Actions actions = new Actions();
    private final Map<DestinationKey, Lane> lanes = new LinkedHashMap<>();
    private final Map<String, Share> tenants = new HashMap<>();
    /** Those with a line, the next to be served first. */
    private final Set<Lane> lines = new LinkedHashSet<>();

    private int running;
    private int waiting;
    private @Nullable Disposable alarm;

    public Lanes(LaneSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    public LaneSettings settings() {
        return settings;
    }

    /** What it has to do now. */
    public synchronized Load load() {
        int dead = (int)
                lanes.values().stream().filter(lane -> lane.pause().isPresent()).count();
        return new Load(running, waiting, dead);
    }

    /** Takes the ticket on: it is called now or later. */
    public void arrive(Ticket ticket) {
        synchronized (this) {
            Instant now = clock.instant();
            Lane lane = lane(ticket.destination());
            Optional<Duration> pause = lane.pause();
            if (pause.isPresent()) {
                if (running < settings.slots() && !lane.isHeldBack() && (lane.enter() || ticket.isUrgent())) {
                    start(lane, ticket, now);
                } else {
                    park(ticket, longer(pause.get(), SOON));
                }
            } else if (!lane.hasLine() && running < settings.slots() && !lane.isHeldBack()) {
                lane.enter();
                start(lane, ticket, now);
            } else if (lane.isHeldBack() && isTooMuch(lane, now)) {
                park(ticket, SOON);
                forgetIfUnused(lane);
            } else {
                join(lane, ticket);
            }
            wake();
        }
        actions.run();
    }

    /** The ticket's work has ended. */
    public void end(Ticket ticket, Reach reach) {
        synchronized (this) {
            Instant now = clock.instant();
            Lane lane = lane(ticket.destination());
            running--;
            lane.end(ticket, reach, now);
            lane.pause().ifPresent(pause -> parkLine(lane, longer(pause, SOON)));
            pump();
            forgetIfUnused(lane);
        }
        actions.run();
    }

    /** What the destination's settings say, as they were read just now. */
    public synchronized void limit(DestinationKey destination, Optional<RateLimit> limit) {
        Lane lane = limit.isPresent() ? lane(destination) : lanes.get(destination);
        if (lane != null) {
            lane.limit(limit);
        }
    }

    /** How many more tickets should come, beside those that are on their way. */
    public synchronized int demand(int onTheirWay) {
        int ready = ready();
        return waiting - ready > settings.waiting() ? 0 : settings.slots() - ready - onTheirWay;
    }

    /** How many tickets of this destination could come and be run soon. */
    public synchronized int room(DestinationKey destination) {
        Lane lane = lanes.get(destination);
        return lane == null ? settings.perDestination() : lane.room(clock.instant(), MOST_ROOM);
    }

    /** In how long the destination may have room, where it has none. */
    public synchronized Duration untilRoom(DestinationKey destination) {
        Lane lane = lanes.get(destination);
        return lane == null ? SOON : longer(lane.pause().orElse(SOON), SOON);
    }

    /** Gives back all that waits. */
    public void clear() {
        synchronized (this) {
            for (Lane lane : List.copyOf(lines)) {
                while (lane.hasLine()) {
                    Ticket ticket = leave(lane);
                    actions.add(ticket::giveBack);
                }
                lines.remove(lane);
            }
        }
        actions.run();
    }

    private boolean isTooMuch(Lane lane, Instant now) {
        return waiting - ready() >= settings.waiting() || lane.expectedWait(now).compareTo(settings.longestWait()) > 0;
    }

    /** How many wait for nothing but a slot. */
    private int ready() {
        return lines.stream()
                .filter(lane -> !lane.isHeldBack())
                .mapToInt(Lane::lineLength)
                .sum();
    }

    private void start(Lane lane, Ticket ticket, Instant now) {
        running++;
        lane.start(ticket, now);
        actions.add(ticket::run);
    }

    private void join(Lane lane, Ticket ticket) {
        lane.join(ticket);
        lines.add(lane);
        waiting++;
    }

    private Ticket leave(Lane lane) {
        Ticket ticket = lane.next();
        waiting--;
        return ticket;
    }

    private void park(Ticket ticket, Duration lookAgain) {
        actions.add(() -> ticket.park(lookAgain));
    }

    private void parkLine(Lane lane, Duration lookAgain) {
        while (lane.hasLine()) {
            park(leave(lane), lookAgain);
        }
        lines.remove(lane);
    }

    /** Gives free slots to those that wait, one destination after the other. */
    private void pump() {
        while (running < settings.slots()) {
            Lane next = lines.stream()
                    .filter(lane -> !lane.isHeldBack())
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                break;
            }
            next.enter();
            start(next, leave(next), clock.instant());
            lines.remove(next);
            if (next.hasLine()) {
                lines.add(next);
            }
        }
        wake();
    }

    /** Looks again when the first line that is held back by its rate alone may go on. */
    private void wake() {
        if (running >= settings.slots() || (alarm != null && !alarm.isDisposed())) {
            return;
        }
        lines.stream()
                .flatMap(lane -> lane.untilNextToken().stream())
                .min(Duration::compareTo)
                .ifPresent(pause -> alarm = Mono.delay(pause.plusMillis(1)).subscribe(tick -> ring()));
    }

    private void ring() {
        synchronized (this) {
            alarm = null;
            pump();
        }
        actions.run();
    }

    private Lane lane(DestinationKey key) {
        Lane known = lanes.get(key);
        if (known != null) {
            return known;
        }
        if (lanes.size() >= MOST_LANES) {
            forgetOne();
        }
        Share tenant = tenants.computeIfAbsent(key.tenantId(), id -> new Share(settings.perTenant()));
        tenant.used(1);
        Lane lane = new Lane(key, tenant, settings, clock);
        lanes.put(key, lane);
        return lane;
    }

    /** Of those that are kept for their trouble or their rate alone, the one that was first known. */
    private void forgetOne() {
        lanes.values().stream().filter(Lane::isIdle).findFirst().ifPresent(this::forget);
    }

    private void forgetIfUnused(Lane lane) {
        if (lane.isForgettable()) {
            forget(lane);
        }
    }

    private void forget(Lane lane) {
        if (lanes.remove(lane.key(), lane)) {
            Share tenant = tenants.get(lane.key().tenantId());
            if (tenant != null && tenant.used(-1) == 0) {
                tenants.remove(lane.key().tenantId());
            }
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /**
     * How much is to be done.
     *
     * @param running attempts that are being made
     * @param waiting tasks in memory that wait for a slot, a share or a rate
     * @param dead destinations that nothing but a probe is sent to, since nobody answered there
     */
    public record Load(int running, int waiting, int dead) {}
}
