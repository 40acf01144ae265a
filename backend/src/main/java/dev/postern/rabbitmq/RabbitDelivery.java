package dev.postern.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.LongString;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A message in hand. One of {@link #ack}, {@link #requeue} and {@link #reject} is subscribed, once. */
public final class RabbitDelivery {

    private static final String COUNT = "x-delivery-count";

    private final RabbitConsumer consumer;
    private final RabbitConsumer.Slot slot;
    private final BasicProperties properties;
    private final byte[] body;

    RabbitDelivery(RabbitConsumer consumer, RabbitConsumer.Slot slot, BasicProperties properties, byte[] body) {
        this.consumer = consumer;
        this.slot = slot;
        this.properties = properties;
        this.body = body;
    }

    public byte[] body() {
        return body;
    }

    /** Null where the publisher gave it none. */
    public @Nullable String id() {
        return properties.getMessageId();
    }

    /** How often a consumer had this message from its quorum queue, and gave it back or died. */
    public int returns() {
        return headers().get(COUNT) instanceof Number count ? Math.clamp(count.longValue(), 0, Integer.MAX_VALUE) : 0;
    }

    /** The headers that are text or numbers. */
    public Map<String, Object> headers() {
        return headers(properties);
    }

    /** The headers that are text or numbers. */
    public static Map<String, Object> headers(BasicProperties properties) {
        var headers = new TreeMap<String, Object>();
        if (properties.getHeaders() != null) {
            properties.getHeaders().forEach((name, value) -> {
                switch (value) {
                    case LongString text -> headers.put(name, text.toString());
                    case String text -> headers.put(name, text);
                    case Number number -> headers.put(name, number);
                    case null, default -> {
                        // Lists and tables are the broker's own.
                    }
                }
            });
        }
        return headers;
    }

    /** Done: the broker forgets it. Fails where the connection that brought it is gone: it comes again. */
    public Mono<Void> ack() {
        return consumer.settle(slot, channel -> channel.basicAck(slot.tag(), false));
    }

    /** It was cancelled while this was on its way: nobody has seen it. */
    void giveBack() {
        consumer.giveBack(this);
    }

    /** Back into the queue, at once. Fails as {@link #ack} does. */
    public Mono<Void> requeue() {
        return consumer.settle(slot, channel -> channel.basicReject(slot.tag(), true));
    }

    /** To the queue's dead-letter exchange; where it has none the message is gone. Fails as {@link #ack} does. */
    public Mono<Void> reject() {
        return consumer.settle(slot, channel -> channel.basicReject(slot.tag(), false));
    }
}
