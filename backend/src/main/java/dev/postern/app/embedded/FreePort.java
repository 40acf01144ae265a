package dev.postern.app.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of the loopback address that nobody listens on at this moment. */
final class FreePort {

    static int find() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new StoreException("no free port on the loopback address: " + e, e);
        }
    }

    private FreePort() {}
}
