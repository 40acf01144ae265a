package dev.postern.livelog.redis;

import java.util.LinkedHashMap;
import java.util.Map;

/** How far each process that tells has come, as far as one that hears knows. Used by one thread after another. */
final class Numbers {

    /** Processes come and go; who was not heard of for long is forgotten. */
    private static final int MOST = 1_000;

    private final Map<String, Long> next = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    /** Whether something of the process's is missing before these. Of one that is new nobody knows. */
    boolean gapBefore(String from, long first, int count) {
        Long expected = next.put(from, first + count);
        return expected != null && expected != first;
    }
}
