package dev.postern.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A typing error, or an option of another program. */
    @ParameterizedTest
    @ValueSource(strings = {"sevre", "--server.port=1", "migrate", "migrate down", "config list all", "serve now"})
    void run_refusesUnknownArgumentsInOneLine(String arguments) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(text(err))
                .hasLineCount(1)
                .contains("arguments: '" + arguments + "'", "serve | migrate plan|apply|verify|unlock | config");
        assertThat(text(out)).isEmpty();
    }

    /** Somebody looks what there is. */
    @Test
    void run_helps() {
        assertThat(run("--help")).isZero();
        assertThat(text(out)).contains("java -jar postern.jar serve");
    }

    /** What is in force? */
    @Test
    void run_showsEverySettingAndItsSource() {
        assertThat(run("config")).isZero();
        assertThat(text(out))
                .containsPattern("API_PORT +default +3333")
                .containsPattern("REDIS_HOST +default +\\(an embedded Redis\\)")
                .containsPattern("AES_ENCRYPTION_SECRET +generated +\\*{8}")
                // These depend on the stores: what they come to is told, not the rule.
                .containsPattern("POSTERN_ALLOW_PRIVATE_DESTINATIONS +default +true\\R")
                .containsPattern("DELIVERY_MAX_CONCURRENCY +default +16\\R")
                .containsPattern("LOG_BATCH_THRESHOLD_SECONDS +default +1\\R")
                .containsPattern("POSTGRES_URL +default +\\(an embedded PostgreSQL\\)");
    }

    private int run(String... arguments) {
        return new CommandLine(stream(out), stream(err)).run(List.of(arguments));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
