package dev.postern.benchmark;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Whose rows are asked for. A kind of question keeps to one of these: answers out of many rows and out of few take
 * different times, and a median of both would be nobody's.
 */
enum Population {
    /** The five largest tenants, who have a quarter of all rows. */
    BUSY(1, 5, "rowsOfBusyTenants"),

    /** The hundred smallest, who have one row in ten thousand each, or a little less. */
    SMALL(901, 1_000, "rowsOfSmallTenants"),

    /** The last row of the 499th page of 20, of those who have so many. */
    DEEP(1, 10, "rowsOfDeepTenants");

    /** How many rows are before that page. */
    static final int DEEP_ROWS = 499 * 20;

    private final int first;
    private final int last;
    private final String fact;

    Population(int first, int last, String fact) {
        this.first = first;
        this.last = last;
        this.fact = fact;
    }

    List<String> tenants() {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "tenant_" + i).toList();
    }

    /** The tenants' ids as a list in SQL. */
    String sql() {
        return "('" + String.join("', '", tenants()) + "')";
    }

    /** What the fewest and the most rows of one of them are called among the facts. */
    String fact() {
        return fact;
    }
}
