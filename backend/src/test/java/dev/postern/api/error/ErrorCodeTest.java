package dev.postern.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {

    /** A code was added: the people who write clients learn of it from the page on the schema. */
    @Test
    void values_areThoseOfTheDocs() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "schema.md"));

        assertThat(Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| .+ \\| (\\d{3}) \\|$")
                        .matcher(page)
                        .results()
                        .map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> code + " " + code.status().value())
                        .toList());
    }
}
