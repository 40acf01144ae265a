package dev.postern.tenantstore;

import static dev.postern.tenantstore.TenantSamples.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.model.Event;
import dev.postern.model.Filter;
import dev.postern.model.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DestinationSummaryTest {

    /** Most destinations have no filter: then a payload of a megabyte is never parsed. */
    @Test
    void match_withoutFilters_doesNotTouchThePayload() {
        Event noPayload = new Event("e", "t", null, List.of(), "a", true, Instant.EPOCH, Map.of(), null);
        assertThat(DestinationSummary.match(noPayload, List.of(summary("d", null))))
                .containsExactly("d");
    }

    @Test
    void match_tellsTheTimeToTheSecond() {
        Filter onTheHour = new Filter(Map.of("time", "2026-03-01T10:00:00Z"));
        assertThat(DestinationSummary.match(event("t", "a", "{}"), List.of(summary("d", onTheHour))))
                .containsExactly("d");
    }

    @Test
    void match_ofAFilterThatSaysNothingSensible_isNoMatch() {
        Filter nonsense = new Filter(Json.parseObject("{\"data\":{\"$bogus\":1}}"));
        assertThat(DestinationSummary.match(
                        event("t", "a", "{\"x\":1}"), List.of(summary("d", nonsense), summary("c", null))))
                .containsExactly("c");
    }

    @Test
    void topics_ofNone_isEmpty() {
        assertThat(DestinationSummary.topics(List.of())).isEmpty();
    }

    private static DestinationSummary summary(String id, @Nullable Filter filter) {
        return new DestinationSummary(id, "webhook", Topics.of("a"), filter, false);
    }
}
