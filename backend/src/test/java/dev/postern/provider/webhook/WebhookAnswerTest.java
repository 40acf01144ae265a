package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Delivered;
import dev.postern.provider.PublishOutcome.Gone;
import dev.postern.provider.PublishOutcome.Rejected;
import dev.postern.provider.PublishOutcome.TimedOut;
import dev.postern.provider.PublishOutcome.Unreachable;
import dev.postern.provider.webhook.WebhookSettings.Http;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAnswerTest {

    private static final WebhookSettings HURRIED =
            Webhooks.settings().withHttp(Http.defaults().withDeadline(Duration.ofMillis(400)));

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 299})
    void publish_success_isDeliveredWithTheAnswer(int status) throws IOException {
        assertThat(publish(Receiver.answering(status, "{\"ok\": \"\u00e9\"}")))
                .isEqualTo(new Delivered(
                        Integer.toString(status),
                        "{\"status\":%d,\"body\":\"{\\\"ok\\\": \\\"\u00e9\\\"}\"}".formatted(status)));
    }

    @Test
    void publish_answerWithoutBody_isDelivered() throws IOException {
        assertThat(publish(Receiver.start((request, exchange) -> exchange.write("HTTP/1.1 204 No Content\r\n\r\n"))))
                .isEqualTo(new Delivered("204", "{\"status\":204,\"body\":\"\"}"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 429, 500, 503})
    void publish_failure_isRejectedWithTheAnswer(int status) throws IOException {
        assertThat(publish(Receiver.answering(status, "no")))
                .isEqualTo(new Rejected(
                        Integer.toString(status),
                        "{\"status\":%d,\"body\":\"no\"}".formatted(status),
                        Optional.empty()));
    }

    /** A receiver moved; whoever answers at the new place may be anybody. */
    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
    void publish_redirect_isRejectedAndNotFollowed(int status) throws IOException {
        try (Receiver elsewhere = Receiver.answering(200, "")) {
            PublishOutcome outcome = publish(Receiver.start((request, exchange) ->
                    exchange.write("HTTP/1.1 %d Moved\r\nlocation: %s\r\ncontent-length: 0\r\n\r\n"
                            .formatted(status, elsewhere.url()))));

            assertThat(outcome).isInstanceOf(Rejected.class);
            assertThat(outcome.code()).isEqualTo(Integer.toString(status));
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    /** The endpoint was taken down on purpose. */
    @Test
    void publish_gone_isSaid() throws IOException {
        assertThat(publish(Receiver.answering(410, "no")))
                .isEqualTo(new Gone("410", "{\"status\":410,\"body\":\"no\"}"));
    }

    /** Elsewhere than with 429 and 503 it is no wish to be left alone. */
    @ParameterizedTest
    @ValueSource(ints = {301, 400, 500, 502, 504})
    void publish_retryAfterWithAnotherStatus_isPassedOver(int status) throws IOException {
        assertThat(publish(Receiver.answering(status, "", "Retry-After: 120")))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.retryAfter()).isEmpty());
    }

    /** A receiver down for maintenance says until when. */
    @Test
    void publish_retryAfterAsADate_isPassedOn() throws IOException {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Webhooks.NOW.atOffset(ZoneOffset.UTC).plusHours(2));
        assertThat(publish(Receiver.answering(503, "", "Retry-After: " + date)))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.retryAfter())
                                .hasValueSatisfying(pause ->
                                        assertThat(pause).isBetween(Duration.ofHours(1), Duration.ofHours(3))));
    }

    @Test
    void publish_retryAfter_isPassedOn() throws IOException {
        assertThat(publish(Receiver.answering(429, "", "Retry-After: 120")))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.retryAfter()).contains(Duration.ofMinutes(2)));
    }

    /** An image, or a log line with NUL, in place of text. */
    @Test
    void publish_binaryAnswer_isKeptWithReplacementCharacters() throws IOException {
        PublishOutcome outcome = publish(Receiver.start((request, exchange) ->
                exchange.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\na\u00ff\u0000\u00feb")));

        assertThat(body(outcome)).isEqualTo("a\ufffd\ufffd\ufffdb");
    }

    /** A receiver answers with its whole front page, or without end. */
    @Test
    void publish_hugeAnswer_isCutOffAndCountsByItsStatus() throws IOException {
        Receiver receiver = Receiver.start((request, exchange) -> {
            exchange.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
            for (String chunk = "400\r\n" + "x".repeat(1024) + "\r\n"; ; ) {
                exchange.write(chunk);
            }
        });

        assertThat(publish(receiver))
                .isEqualTo(new Delivered(
                        "200", "{\"status\":200,\"body\":\"[body of more than 131072 bytes, not kept]\"}"));
    }

    @Test
    void publish_answerOfTheLimit_isKept() throws IOException {
        var settings = Webhooks.settings().withHttp(Http.defaults().withMaxResponseBytes(10));

        assertThat(body(publish(settings, Receiver.answering(200, "0123456789"))))
                .isEqualTo("0123456789");
        assertThat(body(publish(settings, Receiver.answering(500, "0123456789+"))))
                .isEqualTo("[body of more than 10 bytes, not kept]");
    }

    @Test
    void publish_noAnswer_timesOut() throws IOException {
        assertThat(publish(HURRIED, Receiver.start((request, exchange) -> exchange.hang())))
                .isEqualTo(new TimedOut());
    }

    /** A receiver that feeds us byte by byte must not hold a place for ever. */
    @Test
    void publish_drippingAnswer_timesOut() throws IOException {
        assertThat(publish(HURRIED, Receiver.start((request, exchange) -> {
                    exchange.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
                    exchange.drip();
                })))
                .isEqualTo(new TimedOut());
        assertThat(publish(HURRIED, Receiver.start((request, exchange) -> {
                    exchange.write("HTTP/1.1 200 OK\r\nx: ");
                    exchange.drip();
                })))
                .isEqualTo(new TimedOut());
    }

    @Test
    void publish_nobodyListens_isRefused() throws IOException {
        Receiver gone = Receiver.answering(200, "");
        gone.close();

        assertThat(publish(gone)).isEqualTo(new Unreachable("connection_refused"));
    }

    /** The receiver's process dies at work. */
    @Test
    void publish_resetBeforeOrWithinTheAnswer_isAReset_andNotRepeated() throws IOException {
        Receiver early = Receiver.start((request, exchange) -> exchange.reset());
        Receiver late = Receiver.start((request, exchange) -> {
            exchange.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
            exchange.reset();
        });
        Receiver polite =
                Receiver.start((request, exchange) -> exchange.socket().close());

        for (Receiver receiver : new Receiver[] {early, late, polite}) {
            assertThat(publish(receiver)).isEqualTo(new Unreachable("connection_reset"));
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void publish_answerThatIsNotHttp_isANetworkError() throws IOException {
        assertThat(publish(Receiver.start((request, exchange) -> {
                    exchange.write("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n");
                    exchange.hang();
                })))
                .isEqualTo(new Unreachable("network_error"));
    }

    @Test
    void publish_endlessHeaders_areCutOff() throws IOException {
        assertThat(publish(Receiver.start((request, exchange) -> {
                    exchange.write("HTTP/1.1 200 OK\r\n");
                    for (int i = 0; ; i++) {
                        exchange.write("x-%d: %s\r\n".formatted(i, "y".repeat(100)));
                    }
                })))
                .isEqualTo(new Unreachable("network_error"));
    }

    /** A certificate that nobody vouches for, and a port that speaks no TLS. */
    @Test
    void publish_brokenTls_isATlsError(@TempDir Path directory) throws Exception {
        ServerSocket tls = selfSigned(directory)
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Receiver plain = Receiver.answering(200, "");

        for (Receiver receiver :
                new Receiver[] {new Receiver(tls, (request, exchange) -> exchange.answer(200, "")), plain}) {
            String url = receiver.url().replace("http:", "https:");
            assertThat(publish(Webhooks.settings(), receiver, url)).isEqualTo(new Unreachable("tls_error"));
        }
    }

    private static PublishOutcome publish(Receiver receiver) throws IOException {
        return publish(Webhooks.settings(), receiver);
    }

    private static PublishOutcome publish(WebhookSettings settings, Receiver receiver) throws IOException {
        return publish(settings, receiver, receiver.url());
    }

    private static PublishOutcome publish(WebhookSettings settings, Receiver receiver, String url) throws IOException {
        try (receiver;
                WebhookProvider provider = Webhooks.provider(settings)) {
            return Webhooks.publish(provider, Webhooks.destination(url));
        }
    }

    private static @Nullable Object body(PublishOutcome outcome) {
        return Json.parseObject(String.valueOf(outcome.response())).get("body");
    }

    private static SSLContext selfSigned(Path directory) throws Exception {
        Path store = directory.resolve("receiver.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = "-genkeypair -alias a -keyalg EC -dname CN=127.0.0.1 -ext san=ip:127.0.0.1 -storepass secret";
        int exit = new ProcessBuilder((keytool + " " + options + " -keystore " + store).split(" "))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start()
                .waitFor();
        assertThat(exit).as(() -> read(directory.resolve("keytool.log"))).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, "secret".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
