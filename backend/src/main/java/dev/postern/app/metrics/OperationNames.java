package dev.postern.app.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Names that clients choose, of which only so many are told apart: each costs memory here and where it is stored. */
final class OperationNames {

    static final String OTHER = "other";
    static final String NONE = "none";

    private final int most;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    OperationNames(int most) {
        this.most = most;
    }

    /**
     * The name that it counts under.
     *
     * @param worthKnowing whether it may be told apart from now on
     */
    String of(@Nullable String name, boolean worthKnowing) {
        if (name == null) {
            return NONE;
        }
        if (known.contains(name)) {
            return name;
        }
        return worthKnowing && learn(name) ? name : OTHER;
    }

    private synchronized boolean learn(String name) {
        if (known.size() < most) {
            known.add(name);
        }
        return known.contains(name);
    }
}
