package dev.postern.app.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.migrations.ClickHouseTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Somebody names the port that Outpost uses, and it isn't the usual one. */
class NativePortTest {

    /** As ClickHouse answers a request over HTTP there. */
    private static final String ANSWER = String.join(
            "\r\n",
            "HTTP/1.0 400 Bad Request",
            "",
            "Port 19000 is for clickhouse-client program",
            "You must use port 18123 for HTTP.",
            "");

    @Test
    void isOf_whatSaysSo() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerOnce(server));

            assertThat(NativePort.isOf(target(server.getLocalPort()))).isTrue();
        }
    }

    @Test
    void isOf_whatDoesNotAnswer_isFalse() throws IOException {
        int port;
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }

        assertThat(NativePort.isOf(target(port))).isFalse();
    }

    private static void answerOnce(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getInputStream().read();
            socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ClickHouseTarget target(int port) {
        return new ClickHouseTarget("127.0.0.1", port, false, "default", "", "outpost", "");
    }
}
