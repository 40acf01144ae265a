package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.logstore.FailureReader.FailureCount;
import dev.postern.logstore.StandingFailures.Failure;
import dev.postern.logstore.StandingFailures.Step;
import dev.postern.model.Cursor;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.LogEntry;
import dev.postern.model.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which failures stand, in every log. Each test asks the count and the walk, which must agree: a plan is the one, and
 * its run the other. All of it is stored twice.
 */
public abstract class FailureContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant END = START.plusSeconds(3_600);

    protected abstract LogWriter writer();

    protected abstract DeliveryReader deliveries();

    protected abstract FailureReader failures();

    protected abstract void clear();

    @BeforeEach
    void empty() {
        clear();
    }

    @Test
    void standing_isTheLatestFailureOfEachEventAndDestination() {
        store(
                failed("acme", "1a", "evt_1", "des_1", 1),
                failed("acme", "1b", "evt_1", "des_1", 2),
                failed("acme", "1c", "evt_1", "des_2", 3),
                failed("acme", "2a", "evt_2", "des_1", 4),
                failed("globex", "2b", "evt_2", "des_1", 5));
        assertStanding(DeliveryFilter.ANY, "atm_1b", "atm_1c", "atm_2a", "atm_2b");
        assertThat(count(DeliveryFilter.ANY)).isEqualTo(new FailureCount(4, 3));
    }

    /** The receiver came back, and the automatic retries did the rest. */
    @Test
    void standing_isNotWhatSucceededSince() {
        store(
                failed("acme", "1a", "evt_1", "des_1", 1),
                succeeded("acme", "1b", "evt_1", "des_1", 2),
                failed("acme", "2a", "evt_2", "des_1", 3),
                succeeded("acme", "2b", "evt_2", "des_2", 4),
                succeeded("globex", "2c", "evt_2", "des_1", 5));
        assertStanding(DeliveryFilter.ANY, "atm_2a");
    }

    /** A person sent again what had been taken, and this time it failed. */
    @Test
    void standing_isWhatFailedAfterASuccess() {
        store(succeeded("acme", "1a", "evt_1", "des_1", 1), failed("acme", "1b", "evt_1", "des_1", 2));
        assertStanding(DeliveryFilter.ANY, "atm_1b");
    }

    /** The same time is since: a log keeps whole milliseconds, perhaps. */
    @Test
    void standing_isNotWhatSucceededAtTheSameTime() {
        store(failed("acme", "1b", "evt_1", "des_1", 1), succeeded("acme", "1a", "evt_1", "des_1", 1));
        assertStanding(DeliveryFilter.ANY);
    }

    /** The filter picks failures; a later failure that it doesn't pick changes nothing, a later success does. */
    @Test
    void standing_isOfTheFailuresThatTheFilterMeans() {
        store(
                failed("acme", "1a", "evt_1", "des_1", 1, "500"),
                failed("acme", "1b", "evt_1", "des_1", 2, "404"),
                failed("acme", "2a", "evt_2", "des_1", 3, "500"),
                succeeded("acme", "2b", "evt_2", "des_1", 4),
                failed("acme", "3a", "evt_3", "des_1", 5, "404"));
        assertStanding(codes("500"), "atm_1a");
        assertStanding(times(new TimeRange(null, START, START.plusSeconds(2), null)), "atm_1a");
        assertStanding(times(new TimeRange(START.plusSeconds(2), null, null, null)), "atm_3a");
    }

    @Test
    void standing_isOfFailuresWhateverTheFiltersStatus() {
        store(failed("acme", "1a", "evt_1", "des_1", 1), succeeded("acme", "2a", "evt_2", "des_1", 2));
        assertStanding(status(DeliveryStatus.FAILED), "atm_1a");
        assertStanding(status(DeliveryStatus.SUCCESS));
    }

    /** What comes after the moment, the replay's own failures too, is not in it; a success is told of. */
    @Test
    void standing_isAsItWasAtTheMoment() {
        Instant until = START.plusSeconds(10);
        store(
                failed("acme", "1a", "evt_1", "des_1", 1),
                failed("acme", "2a", "evt_2", "des_1", 10),
                failed("acme", "3a", "evt_3", "des_1", 5));
        FailureQuery query = new FailureQuery(times(new TimeRange(null, null, END, null)), until);
        assertThat(ids(walk(query, 2))).containsExactly("atm_1a", "atm_3a", "atm_2a");
        store(
                failed("acme", "1b", "evt_1", "des_1", 11),
                succeeded("acme", "2b", "evt_2", "des_1", 12),
                failed("acme", "4a", "evt_4", "des_1", 13));
        List<Failure> walked = walk(query, 2);
        assertThat(ids(walked)).containsExactly("atm_1a", "atm_3a", "atm_2a");
        assertThat(walked).extracting(Failure::overcome).containsExactly(false, false, true);
        assertThat(failures().countFailures(query, PATIENCE).block(PATIENCE)).isEqualTo(new FailureCount(3, 1));
    }

    @Test
    void standing_isNothingInAnEmptyLog() {
        assertStanding(DeliveryFilter.ANY);
        assertThat(new StandingFailures(deliveries())
                        .step(new FailureQuery(DeliveryFilter.ANY, END), null, 1)
                        .block(PATIENCE))
                .isEqualTo(new Step(List.of(), null, true));
    }

    /** A step's cost is bounded, and it goes on even where it finds nothing. */
    @Test
    void step_looksAtNoMoreThanItMay() {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            entries.add(failed("acme", i + "a", "evt_" + i, "des_1", i));
            entries.add(succeeded("acme", i + "b", "evt_" + i, "des_1", 100 + i));
        }
        store(entries.toArray(LogEntry[]::new));
        Step step = Objects.requireNonNull(new StandingFailures(deliveries())
                .step(new FailureQuery(DeliveryFilter.ANY, END), null, 4)
                .block(PATIENCE));
        assertThat(step.failures()).isEmpty();
        assertThat(step.place()).isEqualTo(new Cursor(START.plusSeconds(3), "atm_3a"));
        assertThat(step.end()).isFalse();
        assertThatThrownBy(() ->
                        new StandingFailures(deliveries()).step(new FailureQuery(DeliveryFilter.ANY, END), null, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Many attempts, many of them at one time, some of them stored again with another end: worked out by hand. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void standing_agreesWithWhatIsWorkedOut(int seed) {
        var random = new Random(seed);
        List<LogEntry> entries = IntStream.range(0, 400)
                .mapToObj(i -> {
                    String tenant = random.nextBoolean() ? "acme" : "globex";
                    String event = "evt_" + random.nextInt(60);
                    String destination = "des_" + random.nextInt(3);
                    int second = random.nextInt(200);
                    return random.nextInt(5) == 0
                            ? succeeded(tenant, "s" + i, event, destination, second)
                            : failed(
                                    tenant,
                                    "f" + i,
                                    event,
                                    destination,
                                    second,
                                    String.valueOf(500 + random.nextInt(3)));
                })
                .toList();
        store(entries.toArray(LogEntry[]::new));
        for (DeliveryFilter filter : List.of(DeliveryFilter.ANY, codes("500", "502"), tenants("acme"))) {
            FailureQuery query = new FailureQuery(filter, START.plusSeconds(150));
            List<Failure> walked = walk(query, 7);
            Set<String> pairs = new HashSet<>();
            walked.forEach(failure -> assertThat(pairs.add(pair(failure))).isTrue());
            assertThat(pairs).isEqualTo(expected(entries, query));
            assertThat(failures().countFailures(query, PATIENCE).block(PATIENCE))
                    .extracting(FailureCount::deliveries)
                    .isEqualTo((long) pairs.size());
        }
    }

    private static Set<String> expected(List<LogEntry> entries, FailureQuery query) {
        Set<String> pairs = new HashSet<>();
        for (LogEntry failed : entries) {
            if (means(query, failed)
                    && entries.stream()
                            .noneMatch(later -> same(failed, later)
                                    && later.delivery().status() == DeliveryStatus.SUCCESS
                                    && !later.delivery().time().isAfter(query.until())
                                    && entries.stream()
                                            .filter(other -> same(failed, other) && means(query, other))
                                            .noneMatch(other -> other.delivery()
                                                    .time()
                                                    .isAfter(later.delivery().time())))) {
                pairs.add(pair(new Failure(failed.delivery(), false)));
            }
        }
        return pairs;
    }

    private static boolean means(FailureQuery query, LogEntry entry) {
        DeliveryFilter filter = query.filter();
        return entry.delivery().status() == DeliveryStatus.FAILED
                && !entry.delivery().time().isAfter(query.until())
                && (filter.codes().isEmpty()
                        || filter.codes()
                                .contains(String.valueOf(entry.delivery().code())))
                && (filter.tenantIds().isEmpty()
                        || filter.tenantIds().contains(entry.event().tenantId()));
    }

    private static boolean same(LogEntry one, LogEntry other) {
        return pair(new Failure(one.delivery(), false)).equals(pair(new Failure(other.delivery(), false)));
    }

    private static String pair(Failure failure) {
        return failure.delivery().tenantId()
                + "/" + failure.delivery().eventId()
                + "/" + failure.delivery().destinationId();
    }

    private void assertStanding(DeliveryFilter filter, String... deliveryIds) {
        FailureQuery query = new FailureQuery(filter, END);
        for (int step : List.of(1, 2, StandingFailures.MAX_STEP)) {
            assertThat(ids(walk(query, step))).containsExactly(deliveryIds);
        }
        assertThat(count(filter).deliveries()).isEqualTo(deliveryIds.length);
    }

    private FailureCount count(DeliveryFilter filter) {
        return Objects.requireNonNull(failures()
                .countFailures(new FailureQuery(filter, END), PATIENCE)
                .block(PATIENCE));
    }

    private List<Failure> walk(FailureQuery query, int attempts) {
        var standing = new StandingFailures(deliveries());
        List<Failure> found = new ArrayList<>();
        Cursor place = null;
        for (boolean end = false; !end; ) {
            Step step =
                    Objects.requireNonNull(standing.step(query, place, attempts).block(PATIENCE));
            found.addAll(step.failures());
            place = step.place();
            end = step.end();
        }
        return found;
    }

    private static List<String> ids(List<Failure> failures) {
        return failures.stream().map(failure -> failure.delivery().id()).toList();
    }

    private void store(LogEntry... entries) {
        writer().insert(List.of(entries)).block(PATIENCE);
        writer().insert(List.of(entries)).block(PATIENCE);
    }

    private static LogEntry failed(String tenant, String id, String event, String destination, int second) {
        return failed(tenant, id, event, destination, second, "500");
    }

    private static LogEntry failed(
            String tenant, String id, String event, String destination, int second, String code) {
        return attempt(tenant, id, event, destination, second, DeliveryStatus.FAILED, code);
    }

    private static LogEntry succeeded(String tenant, String id, String event, String destination, int second) {
        return attempt(tenant, id, event, destination, second, DeliveryStatus.SUCCESS, "200");
    }

    private static LogEntry attempt(
            String tenant,
            String id,
            String event,
            String destination,
            int second,
            DeliveryStatus status,
            String code) {
        return entry(tenant, id)
                .event(event)
                .destination(destination)
                .at(START.plusSeconds(second))
                .eventAt(START)
                .outcome(status, code, null)
                .build();
    }

    private static DeliveryFilter codes(String... codes) {
        return filter(Set.of(), null, Set.of(codes), TimeRange.ANY);
    }

    private static DeliveryFilter tenants(String... ids) {
        return filter(Set.of(ids), null, Set.of(), TimeRange.ANY);
    }

    private static DeliveryFilter status(DeliveryStatus status) {
        return filter(Set.of(), status, Set.of(), TimeRange.ANY);
    }

    private static DeliveryFilter times(TimeRange range) {
        return filter(Set.of(), null, Set.of(), range);
    }

    private static DeliveryFilter filter(
            Set<String> tenantIds, @Nullable DeliveryStatus status, Set<String> codes, TimeRange range) {
        return new DeliveryFilter(
                tenantIds, Set.of(), Set.of(), Set.of(), Set.of(), status, codes, null, range, TimeRange.ANY);
    }
}
