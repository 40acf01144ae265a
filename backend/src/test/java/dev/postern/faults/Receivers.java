package dev.postern.faults;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The receivers of all destinations, on one port; the path says whose it is and how it behaves. Its own few lines of
 * HTTP, because a server from a library would not reset a connection.
 */
final class Receivers implements AutoCloseable {

    private static final Duration SLOW = Deployment.TIMEOUT.plusMillis(500);
    private static final Duration HANGING = Deployment.TIMEOUT.multipliedBy(3);

    private final ServerSocket listener;
    private final Clock clock;
    private final Map<Address, List<Arrival>> arrivals = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Receivers(Clock clock) {
        this.clock = clock;
        try {
            listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::listen);
    }

    /** How a receiver treats the events that come. */
    enum Kind {
        ANSWERS(false),
        /** Refuses each event once. */
        FAILS_ONCE(false),
        /** Refuses each event for ever. */
        FAILS(true),
        /** Takes each event and says nothing, the first time. */
        HANGS_ONCE(true),
        /** Answers each event too late, the first time. */
        LATE_ONCE(true),
        /** Resets the connection, the first time. */
        RESETS_ONCE(true),
        /** Asks to be left alone for longer than the run takes. */
        BUSY(true);

        private final boolean odd;

        Kind(boolean odd) {
            this.odd = odd;
        }

        /** Whether it has a part of the events only. */
        boolean isOdd() {
            return odd;
        }
    }

    /** Of one event at one destination. */
    record Address(String eventId, String tenantId, Kind kind) {}

    /**
     * One event that came.
     *
     * @param accepted whether it is answered so, in time
     */
    record Arrival(Instant time, boolean accepted) {}

    String url(String tenantId, Kind kind) {
        return "http://127.0.0.1:%d/%s/%s".formatted(listener.getLocalPort(), tenantId, kind);
    }

    List<Arrival> arrivals(Address address) {
        return arrivals.getOrDefault(address, List.of());
    }

    Map<Address, List<Arrival>> arrivals() {
        return arrivals;
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        while (!closed) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (answer(socket, in)) {
                // The connection is used again.
            }
        } catch (IOException e) {
            // Whoever called is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answer(Socket socket, InputStream in) throws IOException, InterruptedException {
        String request = line(in);
        if (request.isEmpty()) {
            return false;
        }
        String eventId = "";
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String[] pair = header.split(":", 2);
            switch (pair[0].toLowerCase(Locale.ROOT)) {
                case "x-outpost-event-id" -> eventId = pair[1].strip();
                case "content-length" -> length = Integer.parseInt(pair[1].strip());
                default -> {}
            }
        }
        if (in.readNBytes(length).length < length) {
            return false;
        }
        String[] path = request.split(" ", 3)[1].split("/", 3);
        var address = new Address(eventId, path[1], Kind.valueOf(path[2]));
        var known = arrivals.computeIfAbsent(address, any -> new CopyOnWriteArrayList<>());
        boolean first = known.isEmpty();
        boolean accepted = switch (address.kind()) {
            case ANSWERS -> true;
            case FAILS, BUSY -> false;
            case FAILS_ONCE, HANGS_ONCE, LATE_ONCE, RESETS_ONCE -> !first;
        };
        known.add(new Arrival(clock.instant(), accepted));
        if (accepted) {
            return write(socket, "200 OK", "");
        }
        return switch (address.kind()) {
            case ANSWERS, FAILS, FAILS_ONCE -> write(socket, "500 Internal Server Error", "");
            case BUSY -> write(socket, "503 Service Unavailable", "Retry-After: 3600\r\n");
            case LATE_ONCE -> {
                Thread.sleep(SLOW);
                yield write(socket, "200 OK", "");
            }
            case HANGS_ONCE -> {
                Thread.sleep(HANGING);
                yield false;
            }
            case RESETS_ONCE -> {
                socket.setSoLinger(true, 0);
                yield false;
            }
        };
    }

    private static boolean write(Socket socket, String status, String header) throws IOException {
        String text = "HTTP/1.1 %s\r\n%sContent-Length: 2\r\n\r\nok".formatted(status, header);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return true;
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
