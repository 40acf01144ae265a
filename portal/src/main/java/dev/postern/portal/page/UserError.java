package dev.postern.portal.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something about the input that the visitor can put right, as the gateway says it.
 *
 * @param field the path of the field, beginning with {@code input}; null where it is none in particular
 */
public record UserError(
        String code, String message, @Nullable List<String> field) {

    public UserError {
        field = field == null ? null : List.copyOf(field);
    }

    /** The name of the form's field, such as {@code config.url}; empty for the form as a whole. */
    public String name() {
        if (field == null) {
            return "";
        }
        List<String> path =
                !field.isEmpty() && "input".equals(field.getFirst()) ? field.subList(1, field.size()) : field;
        return String.join(".", path);
    }
}
