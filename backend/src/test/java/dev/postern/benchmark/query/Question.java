package dev.postern.benchmark.query;

import dev.postern.json.Json;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.model.PageRequest;
import dev.postern.model.TimeRange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is asked of the gateway.
 *
 * @param rows how many deliveries the answer has; 0 where it takes none out of the log
 * @param nested whether each has its event, with the payload, and its destination
 */
record Question(String name, int rows, boolean nested) {

    static final String TENANT = "tenant_1";

    static final List<Question> ALL = List.of(
            new Question("{__typename}", 0, false),
            new Question("page of 20", 20, false),
            new Question("page of 100", 100, false),
            new Question("page of 20, events and destinations", 20, true),
            new Question("page of 100, events and destinations", 100, true));

    /** What people and programs ask of a log, more or less: of ten, five short pages, two of them nested. */
    static final List<Question> MIXED =
            Stream.of(0, 1, 1, 1, 1, 1, 3, 3, 2, 4).map(ALL::get).collect(Collectors.toList());

    /** The path under which what we compare with answers it. */
    String path() {
        return String.format(Locale.ROOT, "%d-%s", rows, nested);
    }

    String body() {
        return Json.write(Map.of("query", document()));
    }

    /** What the port is asked for the answer's rows. */
    DeliveryQuery query() {
        return new DeliveryQuery(
                Set.of(TENANT),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                Set.of(),
                null,
                TimeRange.ANY,
                TimeRange.ANY,
                PageRequest.first(rows),
                nested,
                false);
    }

    private String document() {
        if (rows == 0) {
            return "{__typename}";
        }
        String deeper = nested ? " event { id topic time data } destination { id type target topics }" : "";
        return ("{ deliveries(filter: {tenantIds: [\"%s\"]}, first: %d) { nodes { id eventId destinationId topic status"
                        + " time attemptNumber manual code latencyMs%s } pageInfo { hasNextPage endCursor } } }")
                .formatted(TENANT, rows, deeper);
    }
}
