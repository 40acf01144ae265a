package dev.postern.benchmark;

import dev.postern.benchmark.Cases.Case;
import dev.postern.benchmark.Subject.Question;
import dev.postern.benchmark.report.Figures;
import dev.postern.benchmark.report.Figures.Sample;
import dev.postern.logstore.Metrics;
import dev.postern.model.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        Map<Population, List<Place>> places = new EnumMap<>(Population.class);
        for (Population population : Population.values()) {
            places.put(population, subject.places(population, options.repetitions()));
        }
        List<Series> series = Stream.concat(
                        Cases.all().stream(),
                        subject.readers().metrics() == null ? Stream.of() : Cases.metrics().stream())
                .filter(test -> !of(places, test.population()).isEmpty())
                .map(test -> prepare(test, subject, of(places, test.population()), options))
                .toList();
        rounds(series, options, false);
        rounds(series, options, true);
        List<Series> rendering = List.of(rendering(subject, of(places, Population.BUSY)));
        rounds(rendering, options, false);
        rounds(rendering, options, true);
        return Stream.concat(series.stream(), rendering.stream())
                .map(one -> new Figures(store, events, one.name, one.samples))
                .toList();
    }

    private static List<Place> of(Map<Population, List<Place>> places, Population population) {
        return places.getOrDefault(population, List.of());
    }

    private static Series prepare(Case test, Subject subject, List<Place> places, Options options) {
        Series series = new Series(test.name());
        Random random = new Random(options.seed());
        for (int i = 0; i < Math.min(QUESTIONS, options.repetitions()); i++) {
            Question question = test.call().of(subject.readers(), places.get(random.nextInt(places.size())));
            series.pairs.add(new Pair(() -> question.ask(subject.readers()), subject.raw(question)));
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
                Sample sample = one.ask(i);
                if (kept) {
                    one.samples.add(sample);
                }
            }
        }
    }

    /** The same pages by a store that keeps its rendered statements, and by one that renders each anew. */
    private static Series rendering(Subject subject, List<Place> places) {
        Series series = new Series("rendering: each time anew / kept, 20");
        for (int i = 0; i < QUESTIONS; i++) {
            var query = Cases.varied(places.get(i % places.size()), i);
            series.pairs.add(new Pair(
                    () -> subject.forgetfulReaders().deliveries().listDeliveries(query),
                    () -> subject.readers().deliveries().listDeliveries(query)));
        }
        return series;
    }

    private static long rows(@Nullable Object answer) {
        return switch (answer) {
            case null -> 0;
            case Page<?> page -> page.items().size();
            case Metrics<?> metrics -> metrics.points().size();
            case Collection<?> all -> all.stream().mapToLong(Measurement::rows).sum();
            default -> 1;
        };
    }

    /** A question put to the port, and what is measured beside it. */
    private record Pair(Supplier<? extends Mono<?>> port, Supplier<? extends Mono<?>> raw) {}

    private static final class Series {

        private final String name;
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Sample> samples = new ArrayList<>();

        Series(String name) {
            this.name = name;
        }

        Sample ask(int round) {
            Pair pair = pairs.get(round % pairs.size());
            boolean portFirst = (round / 2 + round / pairs.size()) % 2 == 0;
            Timed port = portFirst ? ask(pair.port) : null;
            Timed raw = ask(pair.raw);
            port = port == null ? ask(pair.port) : port;
            long rows = rows(port.answer);
            // Of a page the driver reads a row more, if there is one; of a count it reads no hours that are empty.
            if (!(port.answer instanceof Metrics) && raw.answer instanceof Long read && read < rows) {
                throw new IllegalStateException(
                        "%s: %d rows by the driver, %d by the port".formatted(name, read, rows));
            }
            return new Sample(rows, port.millis, raw.millis);
        }

        private static Timed ask(Supplier<? extends Mono<?>> question) {
            long start = System.nanoTime();
            Object answer = question.get().block(PATIENCE);
            return new Timed(answer, (System.nanoTime() - start) / NANOS_PER_MILLI);
        }
    }

    private record Timed(@Nullable Object answer, double millis) {}

    private Measurement() {}
}
