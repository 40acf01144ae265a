package dev.postern.app.ids;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.app.settings.IdProperties;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PosternIdsTest {

    /** Nothing is set: ids tell what they are of, and sort by time. */
    @Test
    void of_makesOurOwnFormUnlessToldOtherwise() {
        PosternIds ids = PosternIds.of(new IdProperties(null, null, null, null));

        assertThat(ids.newEventId()).matches("evt_[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(ids.newDestinationId()).matches("des_[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(ids.newDeliveryId()).matches("atm_[0-7][0-9a-hjkmnp-tv-z]{25}");
        List<String> made = Stream.generate(ids::newEventId).limit(10_000).toList();
        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    /** An installation that comes from Outpost keeps its ids' form. */
    @Test
    void of_makesOutpostsForms() {
        assertThat(ids(IdProperties.Type.UUIDV4, null).newEventId())
                .satisfies(id -> assertThat(UUID.fromString(id).version()).isEqualTo(4));
        assertThat(ids(IdProperties.Type.UUIDV7, null).newEventId())
                .satisfies(id -> assertThat(UUID.fromString(id).version()).isEqualTo(7));
        assertThat(ids(IdProperties.Type.NANOID, null).newEventId()).matches("[A-Za-z0-9_-]{26}");
    }

    /** A prefix is taken as it is, and an empty one is none. */
    @Test
    void of_putsThePrefixVerbatim() {
        assertThat(ids(IdProperties.Type.NANOID, "e-").newEventId())
                .startsWith("e-")
                .hasSize(28);
        assertThat(ids(null, "").newEventId()).hasSize(26);
        assertThat(ids(null, "ev.").newEventId()).startsWith("ev.").hasSize(29);
    }

    /** The ends of the range, and a value worked out by hand. */
    @Test
    void base32_writesTheWholeNumber() {
        assertThat(Base32.of(new UUID(0, 0))).isEqualTo("00000000000000000000000000");
        assertThat(Base32.of(new UUID(-1, -1))).isEqualTo("7zzzzzzzzzzzzzzzzzzzzzzzzz");
        assertThat(Base32.of(new UUID(1, 33))).isEqualTo("0000000000000g000000000011");
    }

    /** All 64 characters are used. */
    @Test
    void nanoids_useTheirWholeAlphabet() {
        var ids = new NanoIds(new java.util.Random(1));
        Set<Integer> seen = new HashSet<>();
        Stream.generate(ids).limit(200).forEach(id -> id.chars().forEach(seen::add));

        assertThat(seen).hasSize(64);
    }

    private static PosternIds ids(IdProperties.@Nullable Type type, @Nullable String prefix) {
        return PosternIds.of(new IdProperties(type, prefix, prefix, prefix));
    }
}
