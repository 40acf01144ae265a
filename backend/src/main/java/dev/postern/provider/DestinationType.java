package dev.postern.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of destination, and the form that configures one.
 *
 * @param icon an SVG image
 * @param instructions Markdown
 */
public record DestinationType(
        String type,
        String label,
        String description,
        String icon,
        List<Field> configFields,
        List<Field> credentialFields,
        String instructions) {

    public DestinationType {
        configFields = List.copyOf(configFields);
        credentialFields = List.copyOf(credentialFields);
    }

    /**
     * An input of the form.
     *
     * @param pattern a regular expression that the whole value matches
     */
    public record Field(
            String key,
            String label,
            String description,
            Kind kind,
            boolean required,
            boolean sensitive,
            @Nullable String defaultValue,
            @Nullable String pattern,
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            List<Option> options) {

        public Field {
            options = List.copyOf(options);
        }
    }

    public record Option(String label, String value) {}

    /** How a field is entered. */
    public enum Kind {
        TEXT,
        CHECKBOX,
        SELECT,
        KEY_VALUE
    }
}
