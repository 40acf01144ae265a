package dev.postern.app.wiring;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.ConnectionInitiationException;
import com.clickhouse.client.api.DataTransferException;
import com.clickhouse.client.api.ServerException;
import dev.postern.api.error.Outages.Kind;
import java.util.Optional;
import java.util.Set;

/** ClickHouse's troubles, by the numbers that it gives them. */
final class ClickHouseOutages {

    /** A statement's time was over, or the server reckoned that it would be. */
    private static final Set<Integer> TOO_SLOW = Set.of(159, 160);

    /**
     * Too many statements, connections or parts; no memory, disk or replica left; a network of its own that
     * fails; a server that starts, stops, or has just ended the statement; a coordination service that is gone.
     */
    private static final Set<Integer> UNAVAILABLE =
            Set.of(202, 203, 209, 210, 236, 241, 242, 243, 252, 279, 285, 319, 394, 425, 439, 574, 999);

    static Optional<Kind> of(ClickHouseException error) {
        return switch (error) {
            case ServerException server when TOO_SLOW.contains(server.getCode()) -> Optional.of(Kind.TOO_SLOW);
            case ServerException server when UNAVAILABLE.contains(server.getCode()) -> Optional.of(Kind.UNAVAILABLE);
            case ConnectionInitiationException lost -> Optional.of(Kind.UNAVAILABLE);
            case DataTransferException lost -> Optional.of(Kind.UNAVAILABLE);
            default -> Optional.empty();
        };
    }

    private ClickHouseOutages() {}
}
