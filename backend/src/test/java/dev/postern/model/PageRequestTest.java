package dev.postern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.model.PageRequest.Direction;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageRequestTest {

    private static final Cursor CURSOR = new Cursor(Instant.EPOCH, "a");

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_001, Integer.MAX_VALUE})
    void limitOutsideTheBounds_isRefusedWithBoth(int limit) {
        assertThatThrownBy(() -> PageRequest.first(limit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit: %d (expected: 1..1000)".formatted(limit));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 1_000})
    void first_isTheNewestRows(int limit) {
        assertThat(PageRequest.first(limit)).isEqualTo(new PageRequest(limit, Direction.DESC, null, false));
    }

    @Test
    void afterAndBefore_keepLimitAndDirection() {
        PageRequest request = new PageRequest(7, Direction.ASC, null, false);
        assertThat(request.after(CURSOR)).isEqualTo(new PageRequest(7, Direction.ASC, CURSOR, false));
        assertThat(request.before(CURSOR)).isEqualTo(new PageRequest(7, Direction.ASC, CURSOR, true));
        assertThat(request.before(CURSOR).after(CURSOR)).isEqualTo(request.after(CURSOR));
    }

    @Test
    void cursor_needsAnId() {
        assertThatThrownBy(() -> new Cursor(Instant.EPOCH, "")).hasMessageContaining("id: empty");
    }
}
