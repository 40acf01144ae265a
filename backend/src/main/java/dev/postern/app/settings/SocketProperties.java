package dev.postern.app.settings;

import dev.postern.api.settings.SocketSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;

/** GraphQL over WebSockets. */
@ConfigurationProperties("postern.sockets")
public record SocketProperties(
        @Setting(
                env = "POSTERN_MAX_WEBSOCKETS",
                description = "How many WebSockets a process has open at once; a further one is refused with 503",
                min = 1,
                max = 1_000_000)
        @DefaultValue("1000")
        int max,

        @Setting(
                env = "POSTERN_MAX_WEBSOCKETS_PER_TENANT",
                description = "How many of these WebSockets may be those of one tenant's people",
                min = 1,
                max = 1_000_000)
        @DefaultValue("100")
        int maxPerTenant,

        @Setting(
                env = "POSTERN_WEBSOCKET_MAX_OPERATIONS",
                description = "How many GraphQL operations may run over one WebSocket at once",
                min = 1,
                max = 10_000)
        @DefaultValue("50")
        int maxOperations,

        @Setting(
                env = "POSTERN_WEBSOCKET_MAX_MESSAGE_BYTES",
                description = "The largest message that a WebSocket takes, in bytes; a larger one closes it with 1009",
                min = 1024,
                max = 1_073_741_824)
        @DefaultValue("2097152")
        DataSize maxMessageSize,

        @Setting(
                env = "POSTERN_WEBSOCKET_INIT_TIMEOUT_SECONDS",
                description = "For how many seconds a WebSocket may be open before its client has said who it is",
                min = 1,
                max = 3_600)
        @DefaultValue("10")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration initTimeout,

        @Setting(
                env = "POSTERN_WEBSOCKET_PING_SECONDS",
                description =
                        "How many seconds pass between two pings over a WebSocket; a client that answers none of two"
                                + " in a row, or reads nothing for as long, is cut off",
                min = 1,
                max = 3_600)
        @DefaultValue("15")
        @DurationUnit(ChronoUnit.SECONDS)
        Duration ping,

        @Setting(
                env = "POSTERN_WEBSOCKET_ORIGINS",
                description =
                        "From where else than this server and POSTERN_PUBLIC_URL web pages may open WebSockets, such as"
                                + " https://example.com; * for anywhere",
                pattern = "\\*|https?://[^/\\s,]+(\\s*,\\s*https?://[^/\\s,]+)*",
                expected = "origins such as https://example.com, separated by commas, or *")
        @DefaultValue({})
        List<String> origins) {

    /** The limits that these settings describe. */
    public SocketSettings limits() {
        return new SocketSettings(
                max,
                maxPerTenant,
                maxOperations,
                Math.toIntExact(maxMessageSize.toBytes()),
                initTimeout,
                ping,
                origins);
    }
}
