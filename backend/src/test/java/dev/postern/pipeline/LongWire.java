package dev.postern.pipeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A way to a server on which answers take their time, so that it can be told how often somebody waited for one: what
 * is sent within that time after something else can't be due to the answer to it, and belongs to the same trip.
 */
final class LongWire implements AutoCloseable {

    private final Duration delay;
    private final int server;
    private final ServerSocket socket;
    private final Scheduler answers = Schedulers.newSingle("wire");

    private int trips;
    private long tripStart;

    LongWire(int server, Duration delay) throws IOException {
        this.server = server;
        this.delay = delay;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        tripStart = System.nanoTime() - delay.toNanos();
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** How many trips there were since this was asked last: as many as depended on each other, or more. */
    synchronized int trips() {
        int counted = trips;
        trips = 0;
        // What comes next begins a trip, however soon it comes.
        tripStart = System.nanoTime() - delay.toNanos();
        return counted;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        answers.dispose();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                var there = new Socket(InetAddress.getLoopbackAddress(), server);
                client.setTcpNoDelay(true);
                there.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> pump(client, there, this::send));
                Thread.ofVirtual().start(() -> pump(there, client, this::answer));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private static void pump(Socket from, Socket to, Step step) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                step.pass(Arrays.copyOf(buffer, read), out);
            }
        } catch (IOException e) {
            // One of both is closed.
        }
    }

    private void send(byte[] bytes, OutputStream out) throws IOException {
        synchronized (this) {
            long now = System.nanoTime();
            if (now - tripStart >= delay.toNanos()) {
                trips++;
                tripStart = now;
            }
        }
        out.write(bytes);
    }

    private void answer(byte[] bytes, OutputStream out) {
        answers.schedule(
                () -> {
                    try {
                        out.write(bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                delay.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private interface Step {
        void pass(byte[] bytes, OutputStream out) throws IOException;
    }
}
