package dev.postern.provider.webhook;

import dev.postern.model.Event;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How a mode makes secrets and signs with them. */
sealed interface Signing permits DefaultSigning, StandardSigning {

    /** The signature header's value: one signature for each secret, in their order. */
    String header(Event event, Instant time, List<String> secrets);

    /** A secret that nobody has had before. */
    String newSecret();

    /** Why nothing can be signed with it, where nothing can. */
    Optional<String> faultIn(String secret);

    static byte[] hmac(WebhookSettings.Algorithm algorithm, byte[] key, byte[] content) {
        try {
            Mac mac = Mac.getInstance(algorithm.javaName());
            mac.init(new SecretKeySpec(key, algorithm.javaName()));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + algorithm.javaName(), e);
        }
    }
}
