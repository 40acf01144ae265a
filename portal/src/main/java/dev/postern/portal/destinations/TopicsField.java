package dev.postern.portal.destinations;

import dev.postern.portal.page.Form;
import java.util.Arrays;
import java.util.List;

/** The topics of a form: boxes where they are known, text with commas where any topic may be published. */
final class TopicsField {

    private TopicsField() {}

    /** The topics; {@code ["*"]} alone where all are wanted. */
    static List<String> read(Form form) {
        List<String> topics = form.all("topics").stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(topic -> !topic.isEmpty())
                .distinct()
                .toList();
        return topics.contains("*") ? List.of("*") : topics;
    }
}
