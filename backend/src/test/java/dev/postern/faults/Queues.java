package dev.postern.faults;

import com.rabbitmq.client.ConnectionFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** How much waits, asked of the servers themselves. */
final class Queues {

    private final Stores stores;

    Queues(Stores stores) {
        this.stores = stores;
    }

    /** By name, of what is not empty. */
    Map<String, Long> waiting() {
        var waiting = new LinkedHashMap<String, Long>();
        RedisServers redis = stores.redis();
        for (String queue : new String[] {"delivery", "log", "operator-events"}) {
            waiting.put(queue, redis.streamLength("postern:queue:{%s}".formatted(queue)));
        }
        waiting.put("parked lines", redis.setSize("postern:{parking}:lines"));
        stores.rabbit().ifPresent(rabbit -> {
            waiting.put("outpost-delivery", depth(rabbit.port(), "outpost-delivery"));
            waiting.put("outpost-log", depth(rabbit.port(), "outpost-log"));
        });
        waiting.values().removeIf(count -> count == 0);
        return waiting;
    }

    /** How many retries are pending, under whichever of Outpost's names. */
    long retries() {
        return stores.redis().setSize("rsmq:deliverymq-retry") + stores.redis().setSize("rsmq:{deliverymq-retry}");
    }

    private static long depth(int port, String queue) {
        var factory = new ConnectionFactory();
        factory.setPort(port);
        try (var connection = factory.newConnection();
                var channel = connection.createChannel()) {
            return channel.messageCount(queue);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
