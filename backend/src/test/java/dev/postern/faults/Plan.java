package dev.postern.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What one run does.
 *
 * @param scenario the stores it runs on
 * @param load for how long events are published at least; until every fault had its turn in any case
 * @param rate events per second
 * @param storeOutage for how long PostgreSQL is stopped
 * @param pause for how long all is well between two faults
 */
record Plan(Scenario scenario, Duration load, int rate, Duration storeOutage, Duration pause) {

    static final String USAGE = """
            --scenario redis|rabbitmq|cluster   default redis
            --minutes N                         how long events are published, default 5; 0 is the short form, as in the tests
            --rate N                            events per second, default 40
            """;

    Plan {
        if (rate < 1 || rate > 1_000) {
            throw new IllegalArgumentException("rate: %d (expected: 1..1000)".formatted(rate));
        }
        if (load.compareTo(Duration.ofHours(12)) > 0) {
            throw new IllegalArgumentException("load: %s (expected: at most 12 hours)".formatted(load));
        }
    }

    /** Which of the stores fail, and what they are. */
    enum Scenario {
        REDIS,
        RABBITMQ,
        CLUSTER
    }

    /** For the test command. */
    static Plan brief(Scenario scenario) {
        return new Plan(scenario, Duration.ofSeconds(40), 25, Duration.ofSeconds(8), Duration.ofSeconds(1));
    }

    static Plan parse(String... arguments) {
        List<String> given =
                Arrays.stream(arguments).filter(word -> !word.isBlank()).toList();
        Scenario scenario = Scenario.REDIS;
        int minutes = 5;
        int rate = 40;
        for (int i = 0; i < given.size(); i += 2) {
            String value = i + 1 < given.size() ? given.get(i + 1) : "";
            try {
                switch (given.get(i)) {
                    case "--scenario" -> scenario = Scenario.valueOf(value.toUpperCase(java.util.Locale.ROOT));
                    case "--minutes" -> minutes = Integer.parseInt(value);
                    case "--rate" -> rate = Integer.parseInt(value);
                    default -> throw new IllegalArgumentException("no such option");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("%s %s%n%s".formatted(given.get(i), value, USAGE), e);
            }
        }
        if (minutes == 0) {
            return brief(scenario);
        }
        return new Plan(scenario, Duration.ofMinutes(minutes), rate, Duration.ofSeconds(60), Duration.ofSeconds(8));
    }
}
