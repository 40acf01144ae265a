package dev.postern.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.error.Outages.Kind;
import dev.postern.logstore.MetricsTimeoutException;
import graphql.GraphQLError;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Something goes wrong behind a field: what its caller hears. */
class ErrorTableTest {

    private final ErrorTable table = new ErrorTable(error -> switch (error) {
        case IllegalStateException slow -> Optional.of(Kind.TOO_SLOW);
        case UnsupportedOperationException lost -> Optional.of(Kind.UNAVAILABLE);
        default -> Optional.empty();
    });

    @Test
    void error_tellsAnOutageWithoutItsDetails() {
        GraphQLError error = table.error(new CompletionException(new UnsupportedOperationException("10.0.0.7:6379")));

        assertThat(error.getExtensions()).containsEntry("code", "UNAVAILABLE").containsKey("id");
        assertThat(error.getMessage()).contains("try again").doesNotContain("10.0.0.7");
    }

    @Test
    void error_tellsAStoreThatIsTooSlow() {
        assertThat(table.error(new IllegalStateException()).getExtensions()).containsEntry("code", "TIMEOUT");
        assertThat(table.error(new TimeoutException()).getExtensions()).containsEntry("code", "TIMEOUT");
    }

    @Test
    void error_tellsACountThatIsTooSlow_andWhatHelps() {
        GraphQLError error = table.error(new MetricsTimeoutException(Duration.ofSeconds(20), null));

        assertThat(error.getExtensions()).containsEntry("code", "TIMEOUT");
        assertThat(error.getMessage()).contains("PT20S", "less time");
    }

    /** Nobody outside learns more of a fault than the id by which it is found in the log. */
    @Test
    void error_isOpaqueForWhatItDoesNotKnow() {
        GraphQLError error = table.error(new IllegalArgumentException("s3cret"));

        assertThat(error.getExtensions()).containsEntry("code", "INTERNAL").containsKey("id");
        assertThat(error.getMessage())
                .contains(String.valueOf(error.getExtensions().get("id")))
                .doesNotContain("s3cret");
    }

    @Test
    void unavailable_meansThatTryingAgainIsRight() {
        assertThat(table.unavailable(new UnsupportedOperationException())).isTrue();
        assertThat(table.unavailable(new IllegalStateException())).isTrue();
        assertThat(table.unavailable(new TimeoutException())).isTrue();
        assertThat(table.unavailable(new IllegalArgumentException())).isFalse();
    }
}
