package dev.postern.provider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.postern.model.Event;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Outpost's: content, header and new secrets by template; the key is the secret's text as it is. */
final class DefaultSigning implements Signing {

    private static final int MAX_SECRET_LENGTH = 512;
    private static final int RANDOM_BYTES = 32;
    private static final int RANDOM_CHARACTERS = 32;
    private static final String ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final WebhookSettings.Signatures settings;
    private final GoTemplate<Message> content;
    private final GoTemplate<Message> header;
    private final GoTemplate<RandomGenerator> secret;
    private final RandomGenerator random;

    DefaultSigning(WebhookSettings.Signatures settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        content = GoTemplate.compile(
                "signature content template",
                settings.contentTemplate(),
                Map.of(
                        ".EventID", Message::eventId,
                        ".Topic", Message::topic,
                        ".Timestamp.Unix", Message::seconds,
                        ".Body", Message::body),
                Map.of());
        header = GoTemplate.compile(
                "signature header template",
                settings.headerTemplate(),
                Map.of(
                        ".EventID", Message::eventId,
                        ".Topic", Message::topic,
                        ".Timestamp.Unix", Message::seconds),
                Map.of(".Signatures", Message::signatures));
        secret = GoTemplate.compile(
                "signing secret template",
                settings.secretTemplate(),
                Map.of(
                        ".RandomHex", source -> HexFormat.of().formatHex(bytes(source)),
                        ".RandomBase64", source -> Base64.getEncoder().encodeToString(bytes(source)),
                        ".RandomAlphanumeric", DefaultSigning::alphanumeric),
                Map.of());
        if (!settings.secretTemplate().contains("{{")) {
            throw new IllegalArgumentException("signing secret template: the same secret for all (expected: a field)");
        }
    }

    @Override
    public String header(Event event, Instant time, List<String> secrets) {
        byte[] signed = content.render(new Message(event, time, List.of())).getBytes(UTF_8);
        List<String> signatures = secrets.stream()
                .map(key -> encode(Signing.hmac(settings.algorithm(), key.getBytes(UTF_8), signed)))
                .toList();
        return header.render(new Message(event, time, signatures));
    }

    @Override
    public String newSecret() {
        return secret.render(random);
    }

    @Override
    public Optional<String> faultIn(String chosen) {
        return chosen.length() > MAX_SECRET_LENGTH
                ? Optional.of("has %d characters (expected: at most %d)".formatted(chosen.length(), MAX_SECRET_LENGTH))
                : Optional.empty();
    }

    private String encode(byte[] signature) {
        return switch (settings.encoding()) {
            case HEX -> HexFormat.of().formatHex(signature);
            case BASE64 -> Base64.getEncoder().encodeToString(signature);
        };
    }

    private static byte[] bytes(RandomGenerator source) {
        byte[] bytes = new byte[RANDOM_BYTES];
        source.nextBytes(bytes);
        return bytes;
    }

    private static String alphanumeric(RandomGenerator source) {
        return source.ints(RANDOM_CHARACTERS, 0, ALPHANUMERIC.length())
                .mapToObj(index -> String.valueOf(ALPHANUMERIC.charAt(index)))
                .collect(Collectors.joining());
    }

    private record Message(Event event, Instant time, List<String> signatures) {

        String eventId() {
            return event.id();
        }

        String topic() {
            return event.topic();
        }

        String seconds() {
            return Long.toString(time.getEpochSecond());
        }

        String body() {
            return event.requireData();
        }
    }
}
