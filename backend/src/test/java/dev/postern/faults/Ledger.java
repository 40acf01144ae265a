package dev.postern.faults;

import dev.postern.faults.Log.Row;
import dev.postern.faults.Publishers.Published;
import dev.postern.faults.Receivers.Address;
import dev.postern.faults.Receivers.Arrival;
import dev.postern.faults.Receivers.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What became of every event at each of its destinations: as many were published as are delivered, wait for a retry,
 * were given up after their last one, or are dead letters, and nothing else.
 */
final class Ledger {

    private static final int MOST_TOLD = 20;

    private final Map<Kind, Map<Outcome, Integer>> outcomes = new EnumMap<>(Kind.class);
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Integer> repeats = new TreeMap<>();
    private int attempts;
    private int sent;

    private Ledger() {}

    /** What may become of an event at a destination. */
    enum Outcome {
        DELIVERED,
        WAITING,
        EXHAUSTED,
        LOST
    }

    /**
     * Draws it up.
     *
     * @param unknown events of which no publisher was told whether they are published
     */
    static Ledger of(
            Set<Published> published, Set<Published> unknown, Receivers receivers, Log log, List<Outage> outages) {
        var ledger = new Ledger();
        Set<Address> expected = new HashSet<>();
        for (Published event : published) {
            for (Kind kind : event.kinds()) {
                var address = new Address(event.id(), event.tenantId(), kind);
                expected.add(address);
                ledger.add(address, log.rows(address), receivers.arrivals(address), outages);
            }
        }
        unknown.forEach(event ->
                event.kinds().forEach(kind -> expected.add(new Address(event.id(), event.tenantId(), kind))));
        Set<Address> seen = new HashSet<>(log.rows().keySet());
        seen.addAll(receivers.arrivals().keySet());
        seen.removeAll(expected);
        seen.forEach(address -> ledger.faults.add("never published: " + address));
        log.foreign().forEach(row -> ledger.faults.add("of no destination: " + row));
        log.deadLetters().forEach(letter -> ledger.faults.add("dead letter: " + letter));
        return ledger;
    }

    /** What doesn't add up; empty where all does. */
    List<String> faults() {
        return faults;
    }

    int count(Outcome outcome) {
        return outcomes.values().stream()
                .mapToInt(counts -> counts.getOrDefault(outcome, 0))
                .sum();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("%-12s %9s".formatted("destination", "published"));
        for (Outcome outcome : Outcome.values()) {
            text.append(" %9s".formatted(outcome.name().toLowerCase(java.util.Locale.ROOT)));
        }
        outcomes.forEach((kind, counts) -> text.append(line(kind.name(), counts)));
        Map<Outcome, Integer> all = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            all.put(outcome, count(outcome));
        }
        text.append(line("all", all));
        text.append("%n%d requests for %d attempts in the log".formatted(sent, attempts));
        text.append("%nmade more than once: %s".formatted(repeats.isEmpty() ? "none" : repeats));
        faults.stream().limit(MOST_TOLD).forEach(fault -> text.append("%n! %s".formatted(fault)));
        if (faults.size() > MOST_TOLD) {
            text.append("%n! and %d more".formatted(faults.size() - MOST_TOLD));
        }
        return text.toString();
    }

    private static String line(String name, Map<Outcome, Integer> counts) {
        var line = new StringBuilder("%n%-12s %9d"
                .formatted(
                        name,
                        counts.values().stream().mapToInt(Integer::intValue).sum()));
        for (Outcome outcome : Outcome.values()) {
            line.append(" %9d".formatted(counts.getOrDefault(outcome, 0)));
        }
        return line.toString();
    }

    private void add(Address address, List<Row> rows, List<Arrival> arrivals, List<Outage> outages) {
        Outcome outcome = outcome(rows);
        outcomes.computeIfAbsent(address.kind(), any -> new EnumMap<>(Outcome.class))
                .merge(outcome, 1, Integer::sum);
        if (outcome != expected(address.kind())) {
            fault("%s instead of %s".formatted(outcome, expected(address.kind())), address, rows, arrivals);
        }
        boolean accepted = arrivals.stream().anyMatch(Arrival::accepted);
        if (accepted != (outcome == Outcome.DELIVERED)) {
            fault(accepted ? "accepted, but not logged so" : "logged, but never accepted", address, rows, arrivals);
        }
        Set<Integer> numbers = new HashSet<>();
        rows.forEach(row -> numbers.add(row.number()));
        for (int number = 1; number <= numbers.size(); number++) {
            if (!numbers.contains(number)) {
                fault("attempt %d is missing".formatted(number), address, rows, arrivals);
                break;
            }
        }
        attempts += numbers.size();
        sent += arrivals.size();
        if (arrivals.size() < numbers.size()) {
            fault("logged more attempts than were made", address, rows, arrivals);
        }
        if (rows.size() > numbers.size() || arrivals.size() > numbers.size()) {
            explain(address, rows, arrivals, outages);
        }
    }

    /** Each request but the last for a number is one whose process or whose record was lost. */
    private void explain(Address address, List<Row> rows, List<Arrival> arrivals, List<Outage> outages) {
        long surplus =
                arrivals.size() - rows.stream().map(Row::number).distinct().count();
        List<String> reasons = arrivals.subList(0, arrivals.size() - 1).stream()
                .flatMap(arrival -> outages.stream()
                        .filter(outage -> outage.explains(arrival.time()))
                        .map(Outage::what)
                        .limit(1))
                .toList();
        if (reasons.size() < surplus) {
            fault("made more than once for no reason", address, rows, arrivals);
        } else {
            reasons.stream().limit(surplus).forEach(reason -> repeats.merge(reason, 1, Integer::sum));
        }
    }

    private static Outcome outcome(List<Row> rows) {
        if (rows.stream().anyMatch(Row::success)) {
            return Outcome.DELIVERED;
        }
        if (rows.stream().anyMatch(Row::retryPending)) {
            return Outcome.WAITING;
        }
        boolean last = rows.stream().anyMatch(row -> row.number() > Deployment.SCHEDULE.size());
        return last ? Outcome.EXHAUSTED : Outcome.LOST;
    }

    private static Outcome expected(Kind kind) {
        return switch (kind) {
            case FAILS -> Outcome.EXHAUSTED;
            case BUSY -> Outcome.WAITING;
            case ANSWERS, FAILS_ONCE, HANGS_ONCE, LATE_ONCE, RESETS_ONCE -> Outcome.DELIVERED;
        };
    }

    private void fault(String what, Address address, List<Row> rows, List<Arrival> arrivals) {
        faults.add("%s: %s logged=%s came=%s".formatted(what, address, rows, arrivals));
    }
}
