package dev.postern.portal.page;

import java.util.ArrayList;
import java.util.List;

/**
 * JSON laid out for reading. It works on the text, not on values: keys keep their order, and numbers every digit. Text
 * that is not JSON comes out as it is.
 *
 * @param tokens the text in order, cut up by what its parts are
 * @param cut whether the end is missing because the text is too long for a page
 */
public record JsonText(List<Token> tokens, boolean cut) {

    /** A part of the text; the kind names its colour. */
    public record Token(Kind kind, String text) {}

    /** What a part of the text is. */
    public enum Kind {
        KEY,
        TEXT,
        VALUE,
        MARK;

        /** The name as style sheets know it. */
        public String key() {
            return "j-" + (char) (name().charAt(0) - 'A' + 'a');
        }
    }

    public JsonText {
        tokens = List.copyOf(tokens);
    }

    /**
     * Lays out a text.
     *
     * @param max how many characters of it at most
     */
    public static JsonText of(String json, int max) {
        boolean cut = json.length() > max;
        int end = cut && Character.isHighSurrogate(json.charAt(max - 1)) ? max - 1 : Math.min(json.length(), max);
        return new JsonText(new Layout(json.substring(0, end)).tokens(), cut);
    }

    /** The whole as one text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append(token.text()));
        return text.toString();
    }

    /** One pass over the text. */
    private static final class Layout {

        private static final int DEEPEST = 40;

        private final String json;
        private final List<Token> tokens = new ArrayList<>();
        private final StringBuilder marks = new StringBuilder();
        private int at;
        private int depth;

        Layout(String json) {
            this.json = json;
        }

        List<Token> tokens() {
            while (at < json.length()) {
                step(json.charAt(at));
            }
            flush();
            return tokens;
        }

        private void step(char c) {
            switch (c) {
                case ' ', '\t', '\n', '\r' -> at++;
                case '{', '[' -> open(c);
                case '}', ']' -> {
                    depth--;
                    line();
                    mark(c);
                }
                case ',' -> {
                    mark(c);
                    line();
                }
                case ':' -> {
                    mark(c);
                    marks.append(' ');
                }
                case '"' -> string();
                default -> value();
            }
        }

        private void open(char c) {
            mark(c);
            int next = skipSpace(at);
            if (next < json.length() && (json.charAt(next) == '}' || json.charAt(next) == ']')) {
                at = next;
                mark(json.charAt(at));
                return;
            }
            depth++;
            line();
        }

        private void mark(char c) {
            marks.append(c);
            at++;
        }

        private void line() {
            marks.append('\n').append("  ".repeat(Math.clamp(depth, 0, DEEPEST)));
        }

        private void string() {
            int end = at + 1;
            while (end < json.length() && json.charAt(end) != '"') {
                end += json.charAt(end) == '\\' ? 2 : 1;
            }
            end = Math.min(end + 1, json.length());
            int next = skipSpace(end);
            boolean key = next < json.length() && json.charAt(next) == ':';
            add(key ? Kind.KEY : Kind.TEXT, end);
        }

        private void value() {
            int end = at;
            while (end < json.length() && " \t\n\r{}[],:\"".indexOf(json.charAt(end)) < 0) {
                end++;
            }
            add(Kind.VALUE, end);
        }

        private void add(Kind kind, int end) {
            flush();
            tokens.add(new Token(kind, json.substring(at, end)));
            at = end;
        }

        private void flush() {
            if (!marks.isEmpty()) {
                tokens.add(new Token(Kind.MARK, marks.toString()));
                marks.setLength(0);
            }
        }

        private int skipSpace(int from) {
            int next = from;
            while (next < json.length() && " \t\n\r".indexOf(json.charAt(next)) >= 0) {
                next++;
            }
            return next;
        }
    }
}
