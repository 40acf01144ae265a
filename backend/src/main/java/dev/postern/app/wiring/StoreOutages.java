package dev.postern.app.wiring;

import com.clickhouse.client.api.ClickHouseException;
import dev.postern.api.error.Outages;
import dev.postern.model.Causes;
import dev.postern.queue.QueueFullException;
import dev.postern.redis.RedisOutages;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/** The troubles of the stores that this program works with. */
final class StoreOutages implements Outages {

    private static final String STATEMENT_TIMEOUT = "57014";

    /** Lost connections, want of resources, a server that starts or stops. */
    private static final Set<String> UNAVAILABLE_CLASSES = Set.of("08", "53", "57", "58");

    /** What a server says that is a standby since a moment ago. */
    private static final String READ_ONLY = "25006";

    @Override
    public Optional<Kind> of(Throwable error) {
        return Causes.of(error).stream()
                .map(StoreOutages::outage)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Kind> outage(Throwable error) {
        return switch (error) {
            case R2dbcException postgres -> outage(postgres);
            case ClickHouseException clickHouse -> ClickHouseOutages.of(clickHouse);
            case RejectedExecutionException full -> Optional.of(Kind.UNAVAILABLE);
            case QueueFullException full -> Optional.of(Kind.UNAVAILABLE);
            case IOException lost -> Optional.of(Kind.UNAVAILABLE);
            default -> RedisOutages.include(error) ? Optional.of(Kind.UNAVAILABLE) : Optional.empty();
        };
    }

    /** By what the server said; the driver's types tell only of errors that no server spoke of. */
    private static Optional<Kind> outage(R2dbcException error) {
        String state = error.getSqlState();
        if (state != null && state.length() == STATEMENT_TIMEOUT.length()) {
            if (state.equals(STATEMENT_TIMEOUT)) {
                return Optional.of(Kind.TOO_SLOW);
            }
            boolean unavailable = UNAVAILABLE_CLASSES.contains(state.substring(0, 2)) || state.equals(READ_ONLY);
            return unavailable ? Optional.of(Kind.UNAVAILABLE) : Optional.empty();
        }
        return switch (error) {
            case R2dbcTimeoutException waited -> Optional.of(Kind.UNAVAILABLE);
            case R2dbcTransientResourceException lost -> Optional.of(Kind.UNAVAILABLE);
            case R2dbcNonTransientResourceException lost -> Optional.of(Kind.UNAVAILABLE);
            default -> Optional.empty();
        };
    }
}
