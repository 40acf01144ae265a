package dev.postern.app.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a Redis whether it has loaded its data and takes our password. */
final class RedisProbe {

    private static final int TIMEOUT_MS = 2_000;

    static boolean answers(int port, String password) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream()
                    .write("AUTH %s\r\nPING\r\n".formatted(password).getBytes(StandardCharsets.US_ASCII));
            var answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return "+OK".equals(answers.readLine()) && "+PONG".equals(answers.readLine());
        } catch (IOException notYet) {
            return false;
        }
    }

    private RedisProbe() {}
}
