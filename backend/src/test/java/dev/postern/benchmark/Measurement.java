package dev.postern.benchmark;

import dev.postern.benchmark.Cases.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/**
 * Asks every case through the port and beside it through the driver, at the same places, by turns and in
 * turns that change, so that a busy moment or a cold page falls on both alike.
 */
final class Measurement {

    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final double NANOS_PER_MILLI = 1e6;

    /** How many questions of each kind there are: asked more often, they are asked again. */
    private static final int QUESTIONS = 100;

    /** What every kind is asked, however slow the answers are. */
    private static final int LEAST_ROUNDS = 20;

    static List<Figures> of(String store, long events, Subject subject, Options options) {
        List<Place> places = subject.places(options.repetitions());
        List<Place> deep = subject.deepPlaces();
        List<Series> series = Stream.concat(
                        Cases.all().stream(),
                        subject.readers().metrics() == null ? Stream.of() : Cases.metrics().stream())
                .filter(test -> !test.deep() || !deep.isEmpty())
                .map(test -> prepare(test, subject, test.deep() ? deep : places, options))
                .toList();
        rounds(series, options, false);
        rounds(series, options, true);
        List<Figures> figures = new ArrayList<>();
        for (Series one : series) {
            figures.add(one.figures(store, events));
        }
        figures.addAll(rendering(store, events, subject, places, options));
        return figures;
    }

    private static Series prepare(Case test, Subject subject, List<Place> places, Options options) {
        Series series = new Series(test.name(), test.limit());
        Random random = new Random(options.seed());
        for (int i = 0; i < Math.min(QUESTIONS, options.repetitions()); i++) {
            Place place = places.get(random.nextInt(places.size()));
            boolean first = i % 2 == 0;
            series.ports.add(() -> test.call().of(subject.readers(), place, first));
            series.raws.add(subject.raw(readers -> test.call().of(readers, place, first)));
        }
        return series;
    }

    /** Rounds of all kinds until there are enough, or the time is over. Those to warm up have half the time. */
    private static void rounds(List<Series> series, Options options, boolean kept) {
        long time = Duration.ofSeconds(options.seconds()).toNanos() / (kept ? 1 : 2);
        long start = System.nanoTime();
        for (int i = 0; i < options.repetitions(); i++) {
            if (i >= LEAST_ROUNDS && System.nanoTime() - start > time) {
                return;
            }
            for (Series one : series) {
                one.ask(i, kept);
            }
        }
    }

    /** The same pages by a store that keeps its rendered statements, and by one that renders each anew. */
    private static List<Figures> rendering(
            String store, long events, Subject subject, List<Place> places, Options options) {
        Series series = new Series("rendering: each time anew / kept, 20", 0);
        for (int i = 0; i < QUESTIONS; i++) {
            Place place = places.get(i % places.size());
            var query = Cases.varied(place, i);
            series.ports.add(() -> subject.forgetfulReaders().deliveries().listDeliveries(query));
            series.raws.add(
                    () -> subject.readers().deliveries().listDeliveries(query).map(answer ->
                            (long) answer.items().size()));
        }
        rounds(List.of(series), options, false);
        rounds(List.of(series), options, true);
        return List.of(series.figures(store, events));
    }

    private static final class Series {

        private final String name;
        private final List<Supplier<Mono<?>>> ports = new ArrayList<>();
        private final List<Supplier<Mono<Long>>> raws = new ArrayList<>();
        private final List<Double> portMillis = new ArrayList<>();
        private final List<Double> rawMillis = new ArrayList<>();
        private final List<Double> fullMillis = new ArrayList<>();
        private final int limit;
        private long rows;

        Series(String name, int limit) {
            this.name = name;
            this.limit = limit;
        }

        void ask(int round, boolean kept) {
            int i = round % ports.size();
            boolean portFirst = (round / 2 + round / ports.size()) % 2 == 0;
            double portTime = portFirst ? askPort(i) : 0;
            long start = System.nanoTime();
            long found = Objects.requireNonNull(raws.get(i).get().block(PATIENCE));
            double rawTime = (System.nanoTime() - start) / NANOS_PER_MILLI;
            portTime = portFirst ? portTime : askPort(i);
            if (kept) {
                portMillis.add(portTime);
                rawMillis.add(rawTime);
                rows += found;
                if (found >= limit) {
                    fullMillis.add(portTime);
                }
            }
        }

        Figures figures(String store, long events) {
            return new Figures(
                    store, events, name, (double) rows / portMillis.size(), portMillis, fullMillis, rawMillis);
        }

        private double askPort(int i) {
            long start = System.nanoTime();
            ports.get(i).get().block(PATIENCE);
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
    }

    private Measurement() {}
}
