package dev.postern.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How the processes are once all is well again, and what they said meanwhile. */
final class Aftermath {

    private static final Duration LOOK = Duration.ofSeconds(4);

    /** A process that spins uses all of one processor. */
    private static final double MOST_LOAD = 0.3;

    private static final int MOST_IDLE_LINES = 10;
    private static final int MOST_LINES_A_SECOND = 400;

    /** What no outage excuses. */
    private static final Pattern NEVER = Pattern.compile("CROSSSLOT|MOVED |worker died|OutOfMemoryError|LEAK:"
            + "|onErrorDropped|onNextDropped|Exception in thread|NullPointerException|ClassCastException"
            + "|IllegalArgumentException|can't be consumed any more");

    private static final Pattern HEAD =
            Pattern.compile("^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\S*\\s+(\\w+) .*");

    private final Deployment deployment;

    Aftermath(Deployment deployment) {
        this.deployment = deployment;
    }

    /** What is wrong; empty where nothing is. Nothing may be under way any more. */
    List<String> faults() {
        List<Rest> rests = deployment.members().stream().map(Rest::begin).toList();
        Api.pause(LOOK);
        List<String> faults = new ArrayList<>();
        for (Rest rest : rests) {
            Member member = rest.member;
            if (!member.isAlive() || !member.isReady()) {
                faults.add("%s is %s".formatted(member.name(), member.isAlive() ? "not ready" : "dead"));
            }
            double load = (double) member.used().minus(rest.used).toMillis() / LOOK.toMillis();
            if (load > MOST_LOAD) {
                faults.add("%s uses %.0f %% of a processor with nothing to do".formatted(member.name(), load * 100));
            }
            List<String> lines = lines(member);
            if (lines.size() - rest.lines > MOST_IDLE_LINES) {
                faults.add("%s says %d lines with nothing to do".formatted(member.name(), lines.size() - rest.lines));
            }
            lines.stream()
                    .filter(line -> NEVER.matcher(line).find())
                    .limit(3)
                    .forEach(line -> faults.add("%s says: %s".formatted(member.name(), line)));
            floods(lines).forEach((second, count) -> {
                if (count > MOST_LINES_A_SECOND) {
                    faults.add("%s says %d lines of trouble at %s".formatted(member.name(), count, second));
                }
            });
        }
        return faults;
    }

    /** For each process, how much it said of trouble. */
    String summary() {
        var text = new StringBuilder(
                "lines of trouble (WARN and ERROR with their stack traces), and the most in a second:");
        for (Member member : deployment.members()) {
            Map<String, Integer> floods = floods(lines(member));
            text.append("%n  %-11s %6d %6d"
                    .formatted(
                            member.name(),
                            floods.values().stream().mapToInt(Integer::intValue).sum(),
                            floods.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .max()
                                    .orElse(0)));
        }
        return text.toString();
    }

    /** Lines that are not INFO, with those that belong to them, by the second in which they were said. */
    private static Map<String, Integer> floods(List<String> lines) {
        Map<String, Integer> floods = new HashMap<>();
        String second = "";
        boolean trouble = false;
        for (String line : lines) {
            var head = HEAD.matcher(line);
            if (head.matches()) {
                second = head.group(1);
                trouble = !head.group(2).equals("INFO");
            }
            if (trouble) {
                floods.merge(second, 1, Integer::sum);
            }
        }
        return floods;
    }

    private static List<String> lines(Member member) {
        return member.log().lines().toList();
    }

    /** A process that has nothing to do, from a moment on. */
    private record Rest(Member member, Duration used, int lines) {

        static Rest begin(Member member) {
            return new Rest(member, member.used(), Aftermath.lines(member).size());
        }
    }
}
