package dev.postern.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way to one server: a port of its own, from which all goes on to the server's, late if that is wished. */
final class Network implements AutoCloseable {

    private static final int BUFFER = 65_536;

    private final ServerSocket listener;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean closed;

    private Network(ServerSocket listener, int server) {
        this.listener = listener;
        this.server = server;
    }

    /** @param server the port, on the loopback address */
    static Network to(int server) {
        return to(server, 0);
    }

    /** @param port the one to listen on */
    static Network to(int server, int port) {
        try {
            var listener = new ServerSocket(port, 256, InetAddress.getLoopbackAddress());
            var network = new Network(listener, server);
            Thread.ofVirtual().start(network::listen);
            return network;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How much later than it was sent each piece comes, each way. */
    void delay(Duration time) {
        delay = time;
    }

    @Override
    public void close() {
        closed = true;
        shut(listener);
        open.forEach(Network::shut);
    }

    private void listen() {
        while (!closed) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                var upstream = new Socket()) {
            open.add(client);
            upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server), 5_000);
            open.add(upstream);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            Thread back = Thread.ofVirtual().start(() -> pump(upstream, client));
            pump(client, upstream);
            back.join();
        } catch (IOException e) {
            // Nobody is there: the client sees its connection closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
            open.removeIf(Socket::isClosed);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!delay.isZero()) {
                    Thread.sleep(delay);
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // One side is gone, so the other is told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            shut(from);
            shut(to);
        }
    }

    private static void shut(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // It is closed enough.
        }
    }
}
