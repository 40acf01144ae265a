package dev.postern.app.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** How ids that callers left out are made. */
@ConfigurationProperties("postern.ids")
public record IdProperties(
        @Setting(
                env = "IDGEN_TYPE",
                description = "The form of generated ids",
                defaultNote = "a UUIDv7 as 26 lower-case base-32 digits")
        @Nullable
        Type type,

        @Setting(
                env = "IDGEN_EVENT_PREFIX",
                description = "Stands before generated event ids",
                emptyIsValue = true,
                defaultNote = "evt_, or nothing where IDGEN_TYPE is given")
        @Nullable
        String eventPrefix,

        @Setting(
                env = "IDGEN_DESTINATION_PREFIX",
                description = "Stands before generated destination ids",
                emptyIsValue = true,
                defaultNote = "des_, or nothing where IDGEN_TYPE is given")
        @Nullable
        String destinationPrefix,

        @Setting(
                env = "IDGEN_ATTEMPT_PREFIX",
                description = "Stands before generated delivery ids",
                emptyIsValue = true,
                defaultNote = "atm_, or nothing where IDGEN_TYPE is given")
        @Nullable
        String attemptPrefix) {

    /** Outpost's forms. */
    public enum Type {
        UUIDV4,
        UUIDV7,
        NANOID
    }
}
