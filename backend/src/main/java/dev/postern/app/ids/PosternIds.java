package dev.postern.app.ids;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.postern.app.settings.IdProperties;
import dev.postern.model.IdGenerator;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ids in our own form, or in the one that the settings choose of Outpost's. Those of version 7 sort by time. */
public final class PosternIds implements IdGenerator {

    private final Supplier<String> body;
    private final String eventPrefix;
    private final String destinationPrefix;
    private final String deliveryPrefix;

    private PosternIds(Supplier<String> body, String eventPrefix, String destinationPrefix, String deliveryPrefix) {
        this.body = body;
        this.eventPrefix = eventPrefix;
        this.destinationPrefix = destinationPrefix;
        this.deliveryPrefix = deliveryPrefix;
    }

    /** The generator that the settings describe. */
    public static PosternIds of(IdProperties settings) {
        IdProperties.Type type = settings.type();
        return new PosternIds(
                body(type),
                prefix(settings.eventPrefix(), type, "evt_"),
                prefix(settings.destinationPrefix(), type, "des_"),
                prefix(settings.attemptPrefix(), type, "atm_"));
    }

    @Override
    public String newEventId() {
        return eventPrefix + body.get();
    }

    @Override
    public String newDestinationId() {
        return destinationPrefix + body.get();
    }

    @Override
    public String newDeliveryId() {
        return deliveryPrefix + body.get();
    }

    /** Outpost has no replays, and no prefix for them. */
    @Override
    public String newReplayId() {
        return "rpl_" + body.get();
    }

    private static Supplier<String> body(IdProperties.@Nullable Type type) {
        NoArgGenerator byTime = Generators.timeBasedEpochGenerator(new SecureRandom());
        return switch (type) {
            case null -> () -> Base32.of(byTime.generate());
            case UUIDV7 -> () -> byTime.generate().toString();
            case UUIDV4 -> () -> UUID.randomUUID().toString();
            case NANOID -> new NanoIds(new SecureRandom());
        };
    }

    private static String prefix(@Nullable String given, IdProperties.@Nullable Type type, String ours) {
        if (given != null) {
            return given;
        }
        return type == null ? ours : "";
    }
}
