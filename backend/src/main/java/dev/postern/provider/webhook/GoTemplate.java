package dev.postern.provider.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * As much of Go's template language as signatures need: text with {@code {{.Field}}} in it, and one list
 * that may be joined by {@code {{.List | join ","}}}. The rest of the language is refused when it is
 * compiled, rather than misread when an event is sent.
 *
 * @param <C> what the fields are read from
 */
final class GoTemplate<C> {

    private static final Pattern ACTION = Pattern.compile("\\{\\{(.*?)}}", Pattern.DOTALL);
    private static final Pattern JOIN = Pattern.compile("(\\.\\w+)\\s*\\|\\s*join\\s+\"([^\"\\\\]*)\"");

    private final List<Function<C, String>> parts;

    private GoTemplate(List<Function<C, String>> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @param setting the setting's name, for the message
     * @param fields by their expression, such as {@code .Body}
     * @param lists as fields, but to be joined
     * @throws IllegalArgumentException for anything that isn't one of the fields or a joined list
     */
    static <C> GoTemplate<C> compile(
            String setting,
            String template,
            Map<String, Function<C, String>> fields,
            Map<String, Function<C, List<String>>> lists) {
        List<Function<C, String>> parts = new ArrayList<>();
        Matcher actions = ACTION.matcher(template);
        int end = 0;
        while (actions.find()) {
            parts.add(text(setting, template.substring(end, actions.start())));
            parts.add(action(setting, actions.group(1).strip(), fields, lists));
            end = actions.end();
        }
        parts.add(text(setting, template.substring(end)));
        return new GoTemplate<>(parts);
    }

    String render(C context) {
        return parts.stream().map(part -> part.apply(context)).collect(Collectors.joining());
    }

    private static <C> Function<C, String> text(String setting, String text) {
        if (text.contains("{{")) {
            throw new IllegalArgumentException("%s: {{ without }}".formatted(setting));
        }
        return context -> text;
    }

    private static <C> Function<C, String> action(
            String setting,
            String expression,
            Map<String, Function<C, String>> fields,
            Map<String, Function<C, List<String>>> lists) {
        Function<C, String> field = fields.get(expression);
        if (field != null) {
            return field;
        }
        Matcher join = JOIN.matcher(expression);
        if (join.matches()) {
            Function<C, List<String>> list = lists.get(join.group(1));
            String separator = join.group(2);
            if (list != null) {
                return context -> String.join(separator, list.apply(context));
            }
        }
        throw new IllegalArgumentException("%s: {{%s}} (expected: one of %s%s)"
                .formatted(
                        setting,
                        expression,
                        fields.keySet().stream().sorted().toList(),
                        lists.isEmpty() ? "" : ", or " + lists.keySet() + " | join \",\""));
    }
}
