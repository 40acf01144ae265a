package dev.postern.provider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.postern.model.Event;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Standard Webhooks': id, time and body are signed; the key is what the secret's base64 stands for. */
final class StandardSigning implements Signing {

    private static final String PREFIX = "whsec_";
    private static final int NEW_BYTES = 32;
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final RandomGenerator random;

    StandardSigning(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public String header(Event event, Instant time, List<String> secrets) {
        byte[] content = "%s.%d.%s"
                .formatted(event.id(), time.getEpochSecond(), event.requireData())
                .getBytes(UTF_8);
        return secrets.stream()
                .map(secret -> Signing.hmac(WebhookSettings.Algorithm.HMAC_SHA256, key(secret), content))
                .map(signature -> "v1," + Base64.getEncoder().encodeToString(signature))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String newSecret() {
        byte[] bytes = new byte[NEW_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public Optional<String> faultIn(String secret) {
        try {
            int length = key(secret).length;
            return length >= MIN_BYTES && length <= MAX_BYTES
                    ? Optional.empty()
                    : Optional.of("holds %d bytes (expected: %d..%d)".formatted(length, MIN_BYTES, MAX_BYTES));
        } catch (MalformedRequestException e) {
            return Optional.of("is not whsec_ and base64");
        }
    }

    private static byte[] key(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new MalformedRequestException("the signing secret does not begin with whsec_");
        }
        try {
            byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            if (key.length > 0) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // said below, without the secret that the decoder's message may quote
        }
        throw new MalformedRequestException("the signing secret is not whsec_ and base64");
    }
}
