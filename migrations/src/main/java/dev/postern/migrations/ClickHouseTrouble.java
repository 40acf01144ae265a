package dev.postern.migrations;

import com.clickhouse.client.api.ServerException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What is wrong with a ClickHouse, in a line for whoever set it up. */
final class ClickHouseTrouble {

    /** Deep enough for what libraries wrap errors in; an error may be its own cause's cause. */
    private static final int MAX_CAUSES = 10;

    private static final int MAX_LENGTH = 300;

    /** The server's codes: unknown user, wrong password, password required, authentication failed. */
    private static final Set<Integer> NOT_LET_IN = Set.of(192, 193, 194, 516);

    private static final int UNKNOWN_DATABASE = 81;

    static String of(Throwable error, ClickHouseTarget target) {
        int code = code(error);
        if (NOT_LET_IN.contains(code)) {
            return "it doesn't accept the user '%s' with this password".formatted(target.user());
        }
        if (code == UNKNOWN_DATABASE) {
            return "there is no database '%s' in it. Make it first: CREATE DATABASE `%s`"
                    .formatted(target.database(), target.database());
        }
        return find(error, SSLException.class)
                .map(e -> "no TLS connection can be made on this port (%s). Is it the port for https?"
                        .formatted(line(e.getMessage())))
                .orElseGet(() -> line(first(error).getMessage()));
    }

    /** The server's own code for it; 0 where no server spoke. */
    static int code(Throwable error) {
        return find(error, ServerException.class).map(ServerException::getCode).orElse(0);
    }

    /** The driver tells how often it tried; its errors' first cause tells what is wrong. */
    private static Throwable first(Throwable error) {
        Throwable first = error;
        for (int i = 0; i < MAX_CAUSES && first.getCause() != null; i++) {
            first = first.getCause();
        }
        return first;
    }

    private static <T extends Throwable> Optional<T> find(Throwable error, Class<T> type) {
        @Nullable Throwable cause = error;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** Servers and libraries say more than fits. */
    private static String line(@Nullable String message) {
        String line = String.valueOf(message).strip().lines().findFirst().orElse("");
        return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "…" : line;
    }

    private ClickHouseTrouble() {}
}
