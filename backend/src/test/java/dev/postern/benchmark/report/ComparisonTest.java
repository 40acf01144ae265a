package dev.postern.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.postern.benchmark.report.Figures.Sample;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    /** A small log has fewer full pages: the large one isn't slower because it has more to answer. */
    @Test
    void of_answersOfOtherLengths_leavesThemOut() {
        Comparison comparison = Comparison.of(
                figures(samples(3, 100, 10), samples(9, 7, 1)), figures(samples(9, 100, 15), samples(3, 8, 99)));

        assertThat(comparison.answers()).isEqualTo(3);
        assertThat(comparison.rows()).isEqualTo(100);
        assertThat(comparison.smallMs()).isEqualTo(10);
        assertThat(comparison.largeMs()).isEqualTo(15);
        assertThat(comparison.ratio()).isCloseTo(1.5, within(1e-9));
    }

    /** Events have one delivery or four, in the one log mostly one and in the other mostly four. */
    @Test
    void of_lengthsOfOtherFrequency_countsEachAlike() {
        Comparison comparison = Comparison.of(
                figures(samples(90, 1, 10), samples(11, 4, 20)), figures(samples(10, 1, 10), samples(89, 4, 20)));

        assertThat(comparison.answers()).isEqualTo(21);
        assertThat(comparison.ratio()).isEqualTo(1);
        assertThat(comparison.smallMs()).isEqualTo(20);
    }

    @Test
    void of_nothingAlike_saysSo() {
        Comparison comparison =
                Comparison.of(figures(samples(5, 1, 10), List.of()), figures(samples(5, 2, 10), List.of()));

        assertThat(comparison.toJson()).containsEntry("answers", 0L).doesNotContainKey("ratio");
        assertThat(comparison.cells()).hasSameSizeAs(Comparison.HEAD).contains("0", "–");
    }

    @Test
    void table_isMarkdownInColumns() {
        assertThat(new Table(List.of("", "p50 ms"), List.of(List.of("a page", "1.25"), List.of("b", "10.00"))))
                .hasToString("""
                        |        | p50 ms |
                        |--------|-------:|
                        | a page |   1.25 |
                        | b      |  10.00 |""");
    }

    private static Figures figures(List<Sample> some, List<Sample> others) {
        return new Figures(
                "store",
                1,
                "a case",
                Stream.concat(some.stream(), others.stream()).toList());
    }

    private static List<Sample> samples(int count, long rows, double port) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample(rows, port, port))
                .toList();
    }
}
