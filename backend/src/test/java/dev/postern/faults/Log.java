package dev.postern.faults;

import dev.postern.faults.Receivers.Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The history, as the API tells it. */
final class Log {

    private static final String PAGE = """
            query($after: String) {
              deliveries(first: 1000, after: $after, sort: ASC) {
                nodes { eventId destinationId attemptNumber status time latencyMs code nextRetryAt }
                pageInfo { hasNextPage endCursor }
              }
            }
            """;

    private static final String DEAD = """
            query($queue: QueueName!) { deadLetters(queue: $queue, first: 20) { totalCount nodes { cause reason body } } }
            """;

    private final Map<Address, List<Row>> rows = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private final List<String> deadLetters = new ArrayList<>();

    private Log() {}

    /** One attempt. */
    record Row(int number, boolean success, Instant time, int latencyMs, String code, boolean retryPending) {}

    static Log read(Api api, Tenants tenants) {
        var log = new Log();
        @Nullable Object after = null;
        do {
            var variables = new HashMap<String, @Nullable Object>();
            variables.put("after", after);
            Object page = Api.at(api.insist(PAGE, variables), "deliveries");
            Api.list(page, "nodes").forEach(node -> log.add(node, tenants));
            after = Boolean.TRUE.equals(Api.at(page, "pageInfo", "hasNextPage"))
                    ? Api.at(page, "pageInfo", "endCursor")
                    : null;
        } while (after != null);
        for (String queue : List.of("DELIVERY", "LOG")) {
            Object letters = Api.at(api.insist(DEAD, Map.of("queue", queue)), "deadLetters");
            for (Object letter : Api.list(letters, "nodes")) {
                log.deadLetters.add("%s %s".formatted(queue, letter));
            }
        }
        return log;
    }

    /** In the order of time. */
    List<Row> rows(Address address) {
        return rows.getOrDefault(address, List.of());
    }

    Map<Address, List<Row>> rows() {
        return rows;
    }

    /** Rows of destinations that nobody made. */
    List<String> foreign() {
        return foreign;
    }

    /** At most 20 of each queue. */
    List<String> deadLetters() {
        return deadLetters;
    }

    private void add(@Nullable Object node, Tenants tenants) {
        Address address = tenants.address(text(node, "eventId"), text(node, "destinationId"));
        if (address == null) {
            foreign.add(String.valueOf(node));
            return;
        }
        rows.computeIfAbsent(address, any -> new ArrayList<>())
                .add(new Row(
                        number(node, "attemptNumber"),
                        text(node, "status").equals("SUCCESS"),
                        Instant.parse(text(node, "time")),
                        number(node, "latencyMs"),
                        text(node, "code"),
                        Api.at(node, "nextRetryAt") != null));
    }

    private static String text(@Nullable Object node, String name) {
        return String.valueOf(Api.at(node, name));
    }

    private static int number(@Nullable Object node, String name) {
        return Api.at(node, name) instanceof Number number ? number.intValue() : 0;
    }
}
