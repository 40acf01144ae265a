package dev.postern.redis;

import io.lettuce.core.cluster.SlotHash;
import java.util.stream.IntStream;

/** Puts a key beside another, in one slot of a cluster whatever the ids in it are. */
public final class SlotTag {

    /** Twenty times the slots: each of so many tags has its own, near enough, so that one of them fits. */
    private static final int MOST_TAGS = 20 * SlotHash.SLOT_COUNT;

    /** The key behind a tag that has its slot; what is put before that must have no braces. */
    public static String of(String key) {
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        if (open >= 0 && close > open + 1) {
            return key.substring(open, close + 1) + key;
        }
        return key.indexOf('}') < 0 ? "{" + key + "}" : searched(key);
    }

    /** Braces of an event's id that make no tag, and that would break one: looked for, since nobody has such ids. */
    private static String searched(String key) {
        int slot = SlotHash.getSlot(key);
        return IntStream.range(0, MOST_TAGS)
                        .mapToObj(n -> "{" + n + "}")
                        .filter(tag -> SlotHash.getSlot(tag) == slot)
                        .findFirst()
                        .orElseThrow()
                + key;
    }

    private SlotTag() {}
}
