package dev.postern.logstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.logstore.CursorCodec.Base62;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.Cursor;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorCodecTest {

    private static final Instant TIME = Instant.ofEpochMilli(1_700_000_000_000L);

    /** A caller goes on with the cursor that Outpost gave, or the other way round. */
    @Test
    void encode_givesOutpostsText() {
        assertThat(CursorCodec.encode(ListName.EVENTS, new Cursor(TIME, "evt_1")))
                .isEqualTo("1f3NIeN6a1j8ECTb1h9fQYWWUxeJPXevhy3RL");
        assertThat(CursorCodec.encode(ListName.DELIVERIES, new Cursor(TIME, "atm_1")))
                .isEqualTo("1c14LYHrgflBNpNQ7iJ2y0dx2M2vgwPz0OPYd");
        assertThat(Base62.encode("tntv01:1700000000000".getBytes(UTF_8))).isEqualTo("gC02baKQeaZ24QrxlJf1x7pe4Sc");
    }

    @Test
    void decode_readsOutpostsText() {
        assertThat(CursorCodec.decode(ListName.EVENTS, "1f3NIeN6a1j8ECTb1h9fQYWWUxeJPXevhy3RL"))
                .isEqualTo(new Cursor(TIME, "evt_1"));
        assertThat(CursorCodec.decode(ListName.DELIVERIES, "1c14LYHrgflBNpNQ7iJ2y0dx2M2vgwPz0OPYd"))
                .isEqualTo(new Cursor(TIME, "atm_1"));
    }

    /** Outpost's own rows have microseconds, and callers choose ids. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:00:00.001Z",
                "2026-01-01T00:00:00.000001Z",
                "1969-12-31T23:59:59.999999Z",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999999Z"
            })
    void decode_givesBackWhatWasEncoded(String time) {
        for (ListName list : ListName.values()) {
            for (String id : new String[] {"a", "a::b", "::", "ü \n😀", "x".repeat(256)}) {
                Cursor place = new Cursor(Instant.parse(time), id);
                assertThat(CursorCodec.decode(list, CursorCodec.encode(list, place)))
                        .isEqualTo(place);
            }
        }
    }

    /** A caller pastes the cursor of the events' list into the deliveries' list. */
    @Test
    void decode_fromAnotherList_isRefused() {
        String cursor = CursorCodec.encode(ListName.EVENTS, new Cursor(TIME, "evt_1"));

        assertThatThrownBy(() -> CursorCodec.decode(ListName.DELIVERIES, cursor))
                .isInstanceOf(InvalidCursorException.class)
                .hasMessageContaining("from another list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evtv01:1700000000000",
                "evtv01:1700000000000::",
                "evtv01:17OO::x",
                "evtv01:999999999999999999::x",
                "evtp01:-999999999999999999::x",
                "evtv02:1700000000000::x",
                "evt:1::x",
                "evtv01:1::a\0b",
                "rubbish"
            })
    void decode_ofWhatNoListGave_isRefused(String plain) {
        assertThatThrownBy(() -> CursorCodec.decode(ListName.EVENTS, Base62.encode(plain.getBytes(UTF_8))))
                .isInstanceOf(InvalidCursorException.class)
                .hasMessageStartingWith("cursor: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "000", "a-b", "ü", "zzzz", "  "})
    void decode_ofRubbish_isRefused(String text) {
        assertThatThrownBy(() -> CursorCodec.decode(ListName.EVENTS, text)).isInstanceOf(InvalidCursorException.class);
        assertThatThrownBy(() -> CursorCodec.decode(ListName.EVENTS, "a".repeat(100_000)))
                .isInstanceOf(InvalidCursorException.class);
    }
}
