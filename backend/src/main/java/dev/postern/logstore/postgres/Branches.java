package dev.postern.logstore.postgres;

import dev.postern.logstore.postgres.ListQuery.Match;
import dev.postern.logstore.postgres.ListQuery.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * Which filters are read value by value. An index gives a page in order, and so without reading more than
 * the page, where its leading columns are fixed; several values make that many ordered lists to merge.
 */
final class Branches {

    /**
     * The matches, in order of how well their columns lead an index, with as many of them branching as fit.
     *
     * @param leading how many of them can lead an index
     */
    static List<Match> choose(List<Match> matches, int leading, int max) {
        List<Match> chosen = new ArrayList<>(matches);
        int branches = 1;
        for (int i = 0; i < leading; i++) {
            Match match = matches.get(i);
            if (match.mode() != Mode.ANY) {
                continue;
            }
            branches = Math.multiplyExact(branches, Math.min(match.values().size(), max + 1));
            if (branches > max) {
                break;
            }
            chosen.set(i, match.as(Mode.BRANCH));
        }
        return chosen;
    }

    /** The match's value in each combination of all that branch, always in the same order. */
    static List<String> column(List<Match> matches, Match wanted) {
        int repeats = 1;
        int combinations = 1;
        boolean passed = false;
        for (Match match : matches) {
            if (match.mode() == Mode.BRANCH) {
                int size = match.values().size();
                combinations *= size;
                repeats *= passed ? size : 1;
                passed |= match.equals(wanted);
            }
        }
        List<String> column = new ArrayList<>(combinations);
        for (int i = 0; i < combinations; i++) {
            column.add(wanted.values().get(i / repeats % wanted.values().size()));
        }
        return column;
    }

    private Branches() {}
}
