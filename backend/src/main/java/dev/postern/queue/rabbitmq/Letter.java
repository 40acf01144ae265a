package dev.postern.queue.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.LongString;
import dev.postern.model.Cursor;
import dev.postern.queue.DeadLetter;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.rabbitmq.RabbitDelivery;
import dev.postern.rabbitmq.RabbitMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter in hand.
 *
 * @param tag by which the channel knows it
 * @param size of the whole body
 * @param returns how often it was looked at and put back, as the broker counts it
 */
@SuppressWarnings("ArrayRecordComponent")
record Letter(
        long tag,
        String id,
        Instant aside,
        Map<String, Object> headers,
        Death death,
        byte[] body,
        long size,
        int returns) {

    static final Comparator<Letter> NEWEST_FIRST = Comparator.comparing(Letter::aside)
            .thenComparing(Letter::id)
            .thenComparingLong(Letter::tag)
            .reversed();

    private static final String ID = "x-postern-letter";
    private static final String CAUSE = "x-postern-cause";
    private static final String REASON = "x-postern-reason";
    private static final String ASIDE = "x-postern-aside";
    private static final String RETURNS = "x-delivery-count";

    private static final int PROCESS = ThreadLocalRandom.current().nextInt();
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** What is to be sent to set a message aside. Ids of one process are in the order of time. */
    static RabbitMessage of(Place place, Marks marks, Cause cause, String reason, byte[] body) {
        long now = Marks.now();
        String id = "%012x%08x%08x".formatted(now, NEXT.getAndIncrement(), PROCESS);
        Map<String, Object> headers = marks.headers();
        headers.put(ID, id);
        headers.put(CAUSE, cause.name());
        headers.put(REASON, DeadLetter.cut(reason));
        headers.put(ASIDE, now);
        return place.deadLetter(id, headers, body);
    }

    static Letter read(GetResponse found) {
        BasicProperties properties = found.getProps();
        Map<String, Object> headers = RabbitDelivery.headers(properties);
        Death death = Death.of(properties);
        long aside = Marks.number(headers, ASIDE, death.time().toEpochMilli());
        return new Letter(
                found.getEnvelope().getDeliveryTag(),
                text(headers, ID, nameOf(properties, found.getBody())),
                Instant.ofEpochMilli(aside),
                headers,
                death,
                found.getBody(),
                found.getBody().length,
                (int) Marks.number(headers, RETURNS, 0));
    }

    DeadLetter deadLetter() {
        Marks marks = Marks.of(headers);
        return new DeadLetter(
                id,
                cause(),
                text(headers, REASON, "the broker's: " + death.reason()),
                new String(body, StandardCharsets.UTF_8),
                marks.seen() == 0 ? aside : marks.seenAt(),
                aside,
                marks.receives());
    }

    /** What takes up less memory. */
    Letter withoutBody() {
        return new Letter(tag, id, aside, Map.of(), death, new byte[0], size, returns);
    }

    boolean isAfter(Cursor cursor) {
        int byTime = aside.compareTo(cursor.time());
        return byTime < 0 || (byTime == 0 && id.compareTo(cursor.id()) < 0);
    }

    /** The same once more. */
    RabbitMessage copy(Place place) {
        var own = headers;
        own.keySet().removeIf(name -> !name.startsWith("x-postern-"));
        own.put(ID, id);
        own.put(ASIDE, aside.toEpochMilli());
        own.putIfAbsent(REASON, "the broker's: " + death.reason());
        return place.deadLetter(id, own, body);
    }

    /** One that the broker set aside by itself saw its consumers die. */
    private Cause cause() {
        String name = text(headers, CAUSE, Cause.ABANDONED.name());
        for (Cause cause : Cause.values()) {
            if (cause.name().equals(name)) {
                return cause;
            }
        }
        return Cause.ABANDONED;
    }

    private static String nameOf(BasicProperties properties, byte[] body) {
        return Objects.requireNonNullElseGet(
                properties.getMessageId(), () -> UUID.nameUUIDFromBytes(body).toString());
    }

    private static String text(Map<String, Object> headers, String name, String absent) {
        return headers.get(name) instanceof String text ? text : absent;
    }

    /** What the broker notes where it sets a message aside by itself. */
    record Death(Instant time, String reason) {

        private static final Death NONE = new Death(Instant.EPOCH, "unknown");

        static Death of(BasicProperties properties) {
            @Nullable
            Object deaths = properties.getHeaders() == null
                    ? null
                    : properties.getHeaders().get("x-death");
            if (deaths instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map<?, ?> last) {
                return new Death(
                        last.get("time") instanceof Date time ? time.toInstant() : Instant.EPOCH,
                        last.get("reason") instanceof LongString reason ? reason.toString() : "unknown");
            }
            return NONE;
        }
    }
}
