package dev.postern.portal.page;

/**
 * An id that keeps its two telling ends where it is too long to show: the beginning names its kind, the end tells it
 * from its neighbours.
 *
 * @param full the whole id
 * @param text what is shown
 */
public record ShortId(String full, String text) {

    private static final int LONGEST = 20;
    private static final int HEAD = 10;
    private static final int TAIL = 7;

    public static ShortId of(String id) {
        int length = id.codePointCount(0, id.length());
        if (length <= LONGEST) {
            return new ShortId(id, id);
        }
        String head = id.substring(0, id.offsetByCodePoints(0, HEAD));
        String tail = id.substring(id.offsetByCodePoints(id.length(), -TAIL));
        return new ShortId(id, head + "…" + tail);
    }
}
