package dev.postern.provider;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** What one type of destination can do. Pure but for {@link #publish}. */
public interface DestinationProvider {

    DestinationType type();

    /** What is wrong with the destination's config, credentials and delivery metadata; nothing where it can be stored. */
    List<FieldFault> validate(Destination destination);

    /** The destination as it is to be stored first: with defaults filled in and secrets generated. */
    default Destination prepare(Destination destination) {
        return destination;
    }

    /**
     * The destination with a fresh secret, the old one staying valid for {@code overlap}.
     *
     * @return empty where this type has no secret of ours
     */
    default Optional<Destination> rotateSecret(Destination destination, Duration overlap) {
        return Optional.empty();
    }

    /** How often it may be given events at most; empty where nobody said. */
    default Optional<RateLimit> rateLimit(Destination destination) {
        return Optional.empty();
    }

    /** Where it points, for people. */
    Target target(Destination destination);

    /**
     * Makes one attempt. Completes with its outcome within the delivery deadline; an error of the Mono
     * is a fault of ours and no attempt.
     */
    Mono<PublishOutcome> publish(Destination destination, DeliveryTask task);

    /**
     * Where a destination points.
     *
     * @param url where a person can open it; empty where there is nothing to open
     */
    record Target(String label, Optional<String> url) {}

    /**
     * A fault in the destination's input.
     *
     * @param path the field, such as {@code ["config", "url"]}
     * @param missing whether a required value is not there at all
     * @param message what is there and what was expected
     */
    record FieldFault(List<String> path, boolean missing, String message) {
        public FieldFault {
            path = List.copyOf(path);
        }
    }
}
