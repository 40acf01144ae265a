package dev.postern.api.wire;

import java.nio.charset.StandardCharsets;
import org.springframework.web.reactive.socket.CloseStatus;

/** Why a socket is closed, by the codes of the protocol {@code graphql-transport-ws}; the reason is safe to show. */
final class SocketClosed extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What a closing frame has room for. */
    private static final int LONGEST_REASON = 123;

    private final int code;
    private final String reason;

    private SocketClosed(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
        this.reason = reason;
    }

    static SocketClosed badRequest(String reason) {
        return new SocketClosed(4400, reason);
    }

    static SocketClosed unauthorized() {
        return new SocketClosed(4401, "Unauthorized");
    }

    static SocketClosed forbidden(String reason) {
        return new SocketClosed(4403, reason);
    }

    static SocketClosed unknownProtocol() {
        return new SocketClosed(4406, "Subprotocol not acceptable (expected: graphql-transport-ws)");
    }

    static SocketClosed initTimeout() {
        return new SocketClosed(4408, "Connection initialisation timeout");
    }

    static SocketClosed duplicate(String id) {
        return new SocketClosed(4409, "Subscriber for " + id + " already exists");
    }

    static SocketClosed secondInit() {
        return new SocketClosed(4429, "Too many initialisation requests");
    }

    static SocketClosed tooLarge(int most) {
        return new SocketClosed(1009, "A message is larger than %d bytes".formatted(most));
    }

    static SocketClosed flooded() {
        return new SocketClosed(1008, "More is asked than is read");
    }

    static SocketClosed dead() {
        return new SocketClosed(1001, "Pings are not answered");
    }

    static SocketClosed stopping() {
        return new SocketClosed(1012, "The server stops");
    }

    static SocketClosed tryAgainLater(String reason) {
        return new SocketClosed(1013, reason);
    }

    static SocketClosed internal() {
        return new SocketClosed(1011, "Internal error");
    }

    CloseStatus status() {
        String shown = reason;
        while (shown.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
            shown = shown.substring(0, shown.offsetByCodePoints(shown.length(), -1));
        }
        return new CloseStatus(code, shown);
    }
}
