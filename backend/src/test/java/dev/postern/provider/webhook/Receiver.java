package dev.postern.provider.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A webhook's other side, down to the bytes: it can do all that no decent HTTP server would. */
final class Receiver implements AutoCloseable {

    private final ServerSocket server;
    private final Behaviour behaviour;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    Receiver(ServerSocket server, Behaviour behaviour) {
        this.server = server;
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::accept);
    }

    static Receiver start(Behaviour behaviour) {
        try {
            return new Receiver(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Receiver answering(int status, String body, String... headers) {
        return start((request, exchange) -> exchange.answer(status, body, headers));
    }

    int port() {
        return server.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:%d/hook".formatted(port());
    }

    List<Request> requests() {
        return requests;
    }

    Request onlyRequest() {
        if (requests.size() != 1) {
            throw new AssertionError(requests.size() + " requests (expected: 1)");
        }
        return requests.getFirst();
    }

    int connections() {
        return sockets.size();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (!socket.isClosed()) {
                if (beginsTls(in)) {
                    new Exchange(socket, closed).answer(400, "plain HTTP was expected");
                    return;
                }
                Request request = read(in);
                requests.add(request);
                behaviour.serve(request, new Exchange(socket, closed));
            }
        } catch (IOException e) {
            // the other side has gone, which tests look at from there
        }
    }

    private static boolean beginsTls(InputStream in) throws IOException {
        in.mark(1);
        int first = in.read();
        in.reset();
        return first == 0x16;
    }

    private static Request read(InputStream in) throws IOException {
        String line = line(in);
        Map<String, String> headers = new TreeMap<>();
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            int colon = field.indexOf(':');
            String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
            if (headers.put(name, field.substring(colon + 1).strip()) != null) {
                throw new AssertionError("header twice: " + field);
            }
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Request(line, headers, new String(body, UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b == -1) {
                throw new IOException("end of connection");
            }
            line.write(b);
        }
        return line.toString(UTF_8).stripTrailing();
    }

    interface Behaviour {
        void serve(Request request, Exchange exchange) throws IOException;
    }

    record Request(String line, Map<String, String> headers, String body) {}

    record Exchange(Socket socket, CountDownLatch closed) {

        void answer(int status, String body, String... headers) throws IOException {
            byte[] bytes = body.getBytes(UTF_8);
            var head =
                    new StringBuilder("HTTP/1.1 %d Status\r\ncontent-length: %d\r\n".formatted(status, bytes.length));
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            write(head + "\r\n");
            socket.getOutputStream().write(bytes);
        }

        void write(String latin1) throws IOException {
            socket.getOutputStream().write(latin1.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
        }

        /** Until the test is over. */
        void hang() {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** A byte now and then, until the other side has enough. */
        void drip() throws IOException {
            try {
                while (!closed.await(20, TimeUnit.MILLISECONDS)) {
                    write("x");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Hangs up as a crashed machine does, with RST. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
