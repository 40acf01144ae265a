package dev.postern.logstore;

import static dev.postern.logstore.LogEntries.START;
import static dev.postern.logstore.LogEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.LogEntry;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** What is stored, and in which form. */
public abstract class LogInsertContract extends LogStoreSuite {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_001, 10_000})
    void insert_ofManyEntries_keepsThemAll(int count) {
        insert(IntStream.range(0, count)
                .mapToObj(i ->
                        entry("t1", "%05d".formatted(i)).at(START.plusMillis(i)).build())
                .toList());

        Page<Delivery> page = list(DeliveryQuery.of("t1", PageRequest.first(1_000)));
        assertThat(page.items()).hasSize(Math.min(count, 1_000));
        assertThat(page.items().getFirst().id()).isEqualTo("atm_%05d".formatted(count - 1));
        assertThat(page.hasNext()).isEqualTo(count > 1_000);
        assertThat(walk(deliveryPages(query -> query), Direction.ASC, 1_000, false))
                .hasSize(count);
    }

    @Test
    void insert_ofNothing_isNoError() {
        insert(List.of());
    }

    /** A batch was stored, but the process died before it told the queue so. */
    @Test
    void insert_ofTheSameBatchAgain_changesNothing() {
        List<LogEntry> batch = List.of(
                entry("t1", "a").build(),
                entry("t1", "b").at(START.plusMillis(1)).build());
        insert(batch);
        insert(batch);

        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items())
                .extracting(Delivery::id)
                .containsExactly("atm_b", "atm_a");
        assertThat(list(EventQuery.of("t1", PageRequest.first(10))).items()).hasSize(2);
    }

    /** A message came twice from the queue, into one batch; it was delivered twice, with different luck. */
    @Test
    void insert_ofTheSameIdTwiceInABatch_keepsTheLast() {
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.FAILED, "500", "{}").build(),
                entry("t1", "a")
                        .outcome(DeliveryStatus.SUCCESS, "201", "{\"ok\":true}")
                        .latency(7)
                        .build()));

        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.SUCCESS);
        assertThat(delivery.code()).isEqualTo("201");
        assertThat(delivery.response()).isEqualTo("{\"ok\":true}");
        assertThat(delivery.latencyMs()).isEqualTo(7);
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).hasSize(1);
    }

    @Test
    void insert_ofTheSameIdAgain_keepsTheLastOutcome() {
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.FAILED, "500", "{}").build()));
        insert(List.of(
                entry("t1", "a").outcome(DeliveryStatus.SUCCESS, "200", "{}").build()));

        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).status()).isEqualTo(DeliveryStatus.SUCCESS);
    }

    /** Two workers: the one with the second attempt writes first. */
    @Test
    void insert_ofALaterAttemptBeforeTheEvent_isNoError() {
        insert(List.of(entry("t1", "b")
                .event("evt_a")
                .attempt(2, false)
                .at(START.plusSeconds(5))
                .build()));
        assertThat(none(events().retrieveEvent("t1", "evt_a"))).isTrue();
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_b")).event().data())
                .isEqualTo("{\"b\":1,\"a\":2}");

        insert(List.of(entry("t1", "a").build()));
        assertThat(one(events().retrieveEvent("t1", "evt_a")).topic()).isEqualTo("user.created");
    }

    /** An event at two destinations makes two entries. */
    @Test
    void insert_ofSeveralDeliveriesOfAnEvent_keepsTheEventOnce() {
        insert(List.of(
                entry("t1", "a").build(),
                entry("t1", "b").event("evt_a").destination("des_2").build()));

        assertThat(list(EventQuery.of("t1", PageRequest.first(10))).items()).hasSize(1);
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).hasSize(2);
    }

    /** Assembly does no I/O: a batch that is thrown away is not written. */
    @Test
    void insert_unsubscribed_writesNothing() {
        Mono<Void> unused = writer().insert(List.of(entry("t1", "a").build()));

        assertThat(unused).isNotNull();
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(10))).items()).isEmpty();
    }

    /** Old or foreign writers, and attempts that got no answer. */
    @Test
    void nulls_areReadAsNulls() {
        insert(List.of(
                entry("t1", "a")
                        .outcome(DeliveryStatus.FAILED, null, null)
                        .latency(null)
                        .build(),
                entry("t1", "b").outcome(DeliveryStatus.FAILED, "", "null").build()));

        Delivery bare = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(bare.code()).isNull();
        assertThat(bare.response()).isNull();
        assertThat(bare.latencyMs()).isNull();
        Delivery empty = one(deliveries().retrieveDelivery("t1", "atm_b"));
        assertThat(empty.code()).isEqualTo(keepsEmptyCodes() ? "" : null);
        assertThat(empty.response()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "\"text\"",
                "0",
                "-0",
                "1.10",
                "1e400",
                "1180591620717411303424",
                "{\"z\":1,\"a\":{\"y\":[1,2,{\"x\":null}],\"b\":\"\"}}",
                "{ \"white\" :\t[ 1 ,\n 2 ]  }",
                "{\"a\":1,\"a\":2}",
                "\"ünïcödé 漢字 😀 \u2028 \ufeff \\u0000 \\ud800 \\\" \\\\ {,}\"",
                "\"'; drop table events; --\"",
                "\"$1 :name {0} ?\""
            })
    void payloads_areReadByteForByte(String json) {
        insert(List.of(entry("t1", "a")
                .data(json)
                .outcome(DeliveryStatus.SUCCESS, "200", json)
                .build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).data()).isEqualTo(json);
        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.event().data()).isEqualTo(json);
        assertThat(delivery.response()).isEqualTo(json.equals("null") ? null : json);
    }

    @Test
    void metadata_isReadAsWritten() {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("", "empty key");
        metadata.put("quote\"s", "back\\slash, {brace}");
        metadata.put("ünïcödé", "漢字 😀\n\t");
        metadata.put("null", "null");
        insert(List.of(
                entry("t1", "a").metadata(metadata).build(),
                entry("t1", "b").metadata(Map.of()).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).metadata()).isEqualTo(metadata);
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_a")).event().metadata())
                .isEqualTo(metadata);
        assertThat(one(events().retrieveEvent("t1", "evt_b")).metadata()).isEmpty();
    }

    /** A publisher that is not ours let one in; the other entries of the batch must not suffer. */
    @Test
    void nulCharacters_areReplaced() {
        insert(List.of(
                entry("t1", "a")
                        .metadata(Map.of("k\0", "v\0"))
                        .topic("to\0pic")
                        .outcome(DeliveryStatus.FAILED, "c\0", "\"\0\"")
                        .build(),
                entry("t1", "b\0").build(),
                entry("t1", "c").build()));

        Event event = one(events().retrieveEvent("t1", "evt_a"));
        assertThat(event.metadata()).isEqualTo(Map.of("k\ufffd", "v\ufffd"));
        assertThat(event.topic()).isEqualTo("to\ufffdpic");
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_b\0")).id()).isEqualTo("atm_b\ufffd");
        assertThat(one(deliveries().retrieveDelivery("t1", "atm_c")).id()).isEqualTo("atm_c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00.123456Z",
                "1969-12-31T23:59:59.999999Z",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999999Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void times_areKeptAsTheStoreCan(String time) {
        Instant at = Instant.parse(time);
        insert(List.of(entry("t1", "a").at(at).build()));

        assertThat(one(events().retrieveEvent("t1", "evt_a")).time()).isEqualTo(times().stored(at));
        Delivery delivery = one(deliveries().retrieveDelivery("t1", "atm_a"));
        assertThat(delivery.time()).isEqualTo(times().stored(at));
        assertThat(delivery.event().time()).isEqualTo(times().stored(at));
        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(1).after(new Cursor(at, "zzz"))))
                        .items())
                .hasSize(1);
    }

    /** A backfill: ClickHouse keeps each month apart, and takes no more than 100 at once unless told so. */
    @Test
    void insert_ofEntriesFromManyMonths_keepsThemAll() {
        insert(IntStream.range(0, 300)
                .mapToObj(i -> entry("t1", "%03d".formatted(i))
                        .at(START.minus(Duration.ofDays(31L * i)))
                        .build())
                .toList());

        assertThat(list(DeliveryQuery.of("t1", PageRequest.first(1_000))).items())
                .hasSize(300);
        assertThat(list(EventQuery.of("t1", PageRequest.first(1_000))).items()).hasSize(300);
    }
}
