package dev.postern.api.settings;

import dev.postern.model.Ranges;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What WebSockets may take.
 *
 * @param most how many a process has open at once, whether their clients are known or not (POSTERN_MAX_WEBSOCKETS, default 1,000); at least 1
 * @param perTenant how many of these may be one tenant's (POSTERN_MAX_WEBSOCKETS_PER_TENANT, default 100); at least 1
 * @param operations how many operations may run over one at once (POSTERN_WEBSOCKET_MAX_OPERATIONS, default 50); at least 1
 * @param messageBytes how large a message to us may be (POSTERN_WEBSOCKET_MAX_MESSAGE_BYTES, default 2 MiB); at least 1
 * @param init how long a client may take to say who it is (POSTERN_WEBSOCKET_INIT_TIMEOUT_SECONDS, default 10 seconds)
 * @param ping the time between two signs of life; who answers none of two, or reads nothing for as long, is taken for dead
 *     (POSTERN_WEBSOCKET_PING_SECONDS, default 15 seconds)
 * @param origins from where pages may connect besides our own (POSTERN_WEBSOCKET_ORIGINS); {@code *} for anywhere
 */
public record SocketSettings(
        int most, int perTenant, int operations, int messageBytes, Duration init, Duration ping, List<String> origins) {

    public static final SocketSettings DEFAULTS = new SocketSettings(
            1_000, 100, 50, 2 * 1024 * 1024, Duration.ofSeconds(10), Duration.ofSeconds(15), List.of());

    public SocketSettings {
        Ranges.requireAtLeast("most", most, 1);
        Ranges.requireAtLeast("perTenant", perTenant, 1);
        Ranges.requireAtLeast("operations", operations, 1);
        Ranges.requireAtLeast("messageBytes", messageBytes, 1);
        Ranges.requirePositive("init", init);
        Ranges.requirePositive("ping", ping);
        origins = List.copyOf(origins);
    }

    /** The same, with the place that we tell people of among the origins. */
    public SocketSettings withPublicUrl(@Nullable URI url) {
        if (url == null) {
            return this;
        }
        String own = url.getScheme() + "://" + url.getRawAuthority();
        return new SocketSettings(
                most,
                perTenant,
                operations,
                messageBytes,
                init,
                ping,
                Stream.concat(origins.stream(), Stream.of(own)).toList());
    }
}
