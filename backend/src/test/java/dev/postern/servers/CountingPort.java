package dev.postern.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands where a server was: takes connections, counts them, and closes each at once. */
public final class CountingPort implements AutoCloseable {

    private final ServerSocket socket;
    private final AtomicInteger connections = new AtomicInteger();

    public CountingPort(int port) {
        try {
            socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::count);
    }

    public int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void count() {
        try {
            while (true) {
                socket.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException e) {
            // It was closed.
        }
    }
}
