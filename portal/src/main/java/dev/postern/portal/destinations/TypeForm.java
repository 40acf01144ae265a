package dev.postern.portal.destinations;

import dev.postern.portal.page.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form that makes a destination of one type.
 *
 * @param wanted the topics ticked or written
 * @param errors what was wrong with the form as a whole
 */
record TypeForm(
        String type,
        String label,
        String description,
        List<Markdown> instructions,
        List<Input> inputs,
        List<String> topics,
        List<String> wanted,
        String topicsError,
        List<String> errors) {

    /** One input, what stands in it, and what was wrong with that. */
    record Input(Field field, String name, String id, String value, String error) {}

    /** A type of destination, as the gateway says it. */
    record Type(
            String type,
            String label,
            String description,
            String instructions,
            List<Field> configFields,
            List<Field> credentialFields) {}

    record Field(
            String key,
            String label,
            String description,
            String kind,
            boolean required,
            boolean sensitive,
            @Nullable String defaultValue,
            @Nullable String pattern,
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable List<Option> options) {}

    record Option(String label, String value) {}

    /**
     * The form.
     *
     * @param values what was filled in, by the names of the inputs; empty for a new form
     */
    static TypeForm of(
            Type type, List<String> topics, List<String> wanted, Map<String, String> values, List<UserError> errors) {
        List<Input> inputs = Stream.concat(
                        type.configFields().stream().map(field -> input("config", field, values, errors)),
                        type.credentialFields().stream().map(field -> input("credentials", field, values, errors)))
                .toList();
        return new TypeForm(
                type.type(),
                type.label(),
                type.description(),
                Markdown.blocks(type.instructions()),
                inputs,
                topics,
                wanted,
                errors.stream()
                        .filter(TypeForm::aboutTopics)
                        .map(UserError::message)
                        .findFirst()
                        .orElse(""),
                rest(errors, inputs));
    }

    /** Whether all topics are wanted. */
    public boolean all() {
        return wanted.contains("*");
    }

    /** The topics wanted, as text. */
    public String wantedText() {
        return String.join(", ", wanted);
    }

    private static Input input(String part, Field field, Map<String, String> values, List<UserError> errors) {
        String name = part + "." + field.key();
        String initial = field.defaultValue() == null ? "" : field.defaultValue();
        // A secret goes one way only: it is asked for again rather than written into a page.
        String value = field.sensitive() ? "" : values.getOrDefault(name, values.isEmpty() ? initial : "");
        String error = errors.stream()
                .filter(complaint -> complaint.name().equals(name))
                .map(UserError::message)
                .findFirst()
                .orElse("");
        return new Input(field, name, "f-" + part + "-" + field.key(), value, error);
    }

    private static boolean aboutTopics(UserError error) {
        return error.name().equals("topics") || error.name().startsWith("topics.");
    }

    private static List<String> rest(List<UserError> errors, List<Input> inputs) {
        List<String> rest = new ArrayList<>();
        for (UserError error : errors) {
            boolean shown = inputs.stream().anyMatch(input -> input.name().equals(error.name()));
            if (!shown && !aboutTopics(error)) {
                rest.add(error.message());
            }
        }
        return rest;
    }
}
