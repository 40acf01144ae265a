package dev.postern.faults;

import dev.postern.faults.Receivers.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Publish events at a steady rate, each with an id of its own, which is sent again until it is acknowledged, to whichever
 * process of the API answers.
 */
final class Publishers implements AutoCloseable {

    static final String ODD = "odd";

    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int ODD_EVERY = 8;
    private static final String PUBLISH = """
            mutation($event: PublishEventInput!) {
              publishEvents(input: [$event]) { eventId destinationIds userErrors { code } }
            }
            """;

    private final Api api;
    private final Tenants tenants;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong tries = new AtomicLong();
    private final Set<Published> waiting = ConcurrentHashMap.newKeySet();
    private final Set<Published> acknowledged = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> refusals = new ConcurrentHashMap<>();
    private volatile @Nullable ScheduledFuture<?> ticking;
    private volatile boolean closed;

    Publishers(Api api, Tenants tenants) {
        this.api = api;
        this.tenants = tenants;
    }

    /** An event and the tenant whose it is. */
    record Published(String id, String tenantId, boolean odd) {

        /** The receivers to which it goes. */
        List<Kind> kinds() {
            return Tenants.kinds(tenantId).stream()
                    .filter(kind -> odd || !kind.isOdd())
                    .toList();
        }
    }

    void start(int perSecond) {
        long micros = TimeUnit.SECONDS.toMicros(1) / perSecond;
        ticking = clock.scheduleAtFixedRate(
                () -> {
                    Published event = event(next.getAndIncrement());
                    waiting.add(event);
                    Thread.ofVirtual().start(() -> publish(event));
                },
                0,
                micros,
                TimeUnit.MICROSECONDS);
    }

    /** Publishes no more events; those begun are still sent until they are acknowledged. */
    void stop() {
        ScheduledFuture<?> ticks = ticking;
        if (ticks != null) {
            ticks.cancel(false);
        }
    }

    Set<Published> acknowledged() {
        return acknowledged;
    }

    /** Those that may or may not be published. */
    Set<Published> unknown() {
        return waiting;
    }

    long tries() {
        return tries.get();
    }

    /** How often which answer came instead of an acknowledgement. */
    Map<String, AtomicInteger> refusals() {
        return refusals;
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
    }

    private static Published event(int number) {
        String tenant = Tenants.IDS.get(number % Tenants.IDS.size());
        return new Published("evt_%07d".formatted(number), tenant, number / Tenants.IDS.size() % ODD_EVERY == 0);
    }

    private void publish(Published event) {
        while (!closed) {
            try {
                tries.incrementAndGet();
                Object answer = api.ask(
                        PUBLISH,
                        Map.of(
                                "event",
                                Map.of(
                                        "id",
                                        event.id(),
                                        "tenantId",
                                        event.tenantId(),
                                        "topic",
                                        event.odd() ? ODD : "even",
                                        "rawData",
                                        "{\"of\":\"%s\"}".formatted(event.id()))));
                Object payload = Api.list(answer, "publishEvents").getFirst();
                List<?> errors = Api.list(payload, "userErrors");
                if (errors.isEmpty()) {
                    check(event, Api.list(payload, "destinationIds"));
                    acknowledged.add(event);
                    waiting.remove(event);
                    return;
                }
                refused(String.valueOf(Api.at(errors.getFirst(), "code")));
            } catch (IOException e) {
                refused(String.valueOf(e.getMessage()));
            }
            Api.pause(PAUSE);
        }
    }

    private void check(Published event, List<?> destinationIds) {
        List<String> expected = new ArrayList<>();
        event.kinds().forEach(kind -> expected.add(tenants.destinationId(event.tenantId(), kind)));
        if (!destinationIds.containsAll(expected) || destinationIds.size() != expected.size()) {
            refused("WRONG DESTINATIONS");
        }
    }

    private void refused(String why) {
        refusals.computeIfAbsent(why, any -> new AtomicInteger()).incrementAndGet();
    }
}
