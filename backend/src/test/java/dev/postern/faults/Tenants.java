package dev.postern.faults;

import dev.postern.faults.Receivers.Address;
import dev.postern.faults.Receivers.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tenants of a run and their destinations. */
final class Tenants {

    static final List<String> IDS = List.of("t0", "t1", "t2", "t3");

    private static final Map<String, List<Kind>> KINDS = Map.of(
            "t0", List.of(Kind.ANSWERS, Kind.FAILS_ONCE, Kind.FAILS, Kind.HANGS_ONCE),
            "t1", List.of(Kind.ANSWERS, Kind.FAILS_ONCE, Kind.RESETS_ONCE, Kind.LATE_ONCE),
            "t2", List.of(Kind.ANSWERS, Kind.FAILS_ONCE, Kind.BUSY),
            "t3", List.of(Kind.ANSWERS, Kind.FAILS_ONCE));

    private final Map<String, Place> byDestination = new HashMap<>();

    /** Makes them. */
    Tenants(Api api, Receivers receivers) {
        for (String tenant : IDS) {
            api.insist("mutation($id: ID!) { upsertTenant(input: {id: $id}) { created } }", Map.of("id", tenant));
            for (Kind kind : kinds(tenant)) {
                Object answer = api.insist(
                        """
                        mutation($input: CreateDestinationInput!) {
                          createDestination(input: $input) { destination { id } userErrors { message } }
                        }
                        """,
                        Map.of(
                                "input",
                                Map.of(
                                        "tenantId",
                                        tenant,
                                        "type",
                                        "webhook",
                                        "topics",
                                        List.of(kind.isOdd() ? Publishers.ODD : "*"),
                                        "config",
                                        Map.of("url", receivers.url(tenant, kind)))));
                Object id = Api.at(answer, "createDestination", "destination", "id");
                byDestination.put(String.valueOf(id), new Place(tenant, kind));
            }
        }
    }

    static List<Kind> kinds(String tenantId) {
        return KINDS.getOrDefault(tenantId, List.of());
    }

    String destinationId(String tenantId, Kind kind) {
        return byDestination.entrySet().stream()
                .filter(entry -> entry.getValue().equals(new Place(tenantId, kind)))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Null where the destination is none of ours. */
    @Nullable
    Address address(String eventId, String destinationId) {
        Place place = byDestination.get(destinationId);
        return place == null ? null : new Address(eventId, place.tenantId, place.kind);
    }

    private record Place(String tenantId, Kind kind) {}
}
