package dev.postern.portal.page;

import java.util.HashMap;
import java.util.Map;

/**
 * Which part of a list an address asks for.
 *
 * @param after the cursor to go on from; empty for none
 * @param before the cursor to go back from; empty for none
 */
public record Window(String after, String before) {

    /** Whether this is the list's beginning. */
    public boolean first() {
        return after.isEmpty() && before.isEmpty();
    }

    /** The variables of a connection's arguments. */
    public Map<String, Object> variables(int size) {
        Map<String, Object> variables = new HashMap<>();
        if (before.isEmpty()) {
            variables.put("first", size);
            if (!after.isEmpty()) {
                variables.put("after", after);
            }
        } else {
            variables.put("last", size);
            variables.put("before", before);
        }
        return variables;
    }
}
