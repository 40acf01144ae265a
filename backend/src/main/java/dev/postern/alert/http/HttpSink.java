package dev.postern.alert.http;

import dev.postern.alert.OperatorEventSink;
import dev.postern.model.OperatorEvent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/**
 * Sends operator events as HTTP requests, signed as Outpost's are. The address is the operator's own, so
 * that private ones are reached too.
 */
public final class HttpSink implements OperatorEventSink {

    private static final String SIGNATURE = "X-Outpost-Signature";
    private static final String ALGORITHM = "HmacSHA256";

    private final String url;
    private final @Nullable String secret;
    private final Duration timeout;
    private final HttpClient client = HttpClient.create().followRedirect(false);

    /**
     * @param secret signs the body; null leaves it unsigned
     * @param timeout what the receiver has to answer
     */
    public HttpSink(String url, @Nullable String secret, Duration timeout) {
        this.url = url;
        this.secret = secret;
        this.timeout = timeout;
    }

    @Override
    public Mono<Void> send(OperatorEvent event) {
        return Mono.defer(() -> {
            byte[] body = event.body().getBytes(StandardCharsets.UTF_8);
            return client.headers(headers -> head(headers, body))
                    .post()
                    .uri(url)
                    .send((request, out) -> out.sendByteArray(Mono.just(body)))
                    .response((response, content) -> content.then(
                            response.status().code() / 100 == 2
                                    ? Mono.<Void>empty()
                                    : Mono.<Void>error(new NotTakenException(
                                            response.status().code()))))
                    .then()
                    .timeout(timeout);
        });
    }

    private void head(HttpHeaders headers, byte[] body) {
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        if (secret != null) {
            headers.set(SIGNATURE, "v0=" + HexFormat.of().formatHex(hmac(secret, body)));
        }
    }

    private static byte[] hmac(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class NotTakenException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private NotTakenException(int status) {
            super("the receiver answered " + status);
        }
    }
}
