package dev.postern.portal.deliveries;

import dev.postern.portal.gateway.Answer;
import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.session.SignedIn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** What the filters offer. Where nothing can be offered, the visitor types. */
record Choices(List<Option> destinations, List<Option> topics) {

    private static final int MOST_DESTINATIONS = 100;

    record Option(String value, String label) {}

    record Tenant(Destinations destinations) {}

    record Destinations(List<Destination> nodes) {}

    record Destination(String id, String target) {}

    /**
     * Asks the gateway for them.
     *
     * @param tenant whose destinations; empty for none
     */
    static Mono<Choices> of(Gateway gateway, SignedIn visitor, String tenant) {
        Mono<Answer> answer = tenant.isEmpty()
                ? gateway.execute("topics", Map.of(), visitor.credentials())
                : gateway.execute(
                        "deliveryChoices",
                        Map.of("tenantId", tenant, "first", MOST_DESTINATIONS),
                        visitor.credentials());
        // The list says what is wrong with the gateway; the filters above it go on as text fields.
        return answer.map(Choices::read)
                .onErrorReturn(GatewayException.Unavailable.class, new Choices(List.of(), List.of()));
    }

    /** The same, with what is chosen among the offers: an address may name a destination that is gone. */
    Choices including(Filters filters) {
        return new Choices(including(destinations, filters.destination()), including(topics, filters.topic()));
    }

    private static List<Option> including(List<Option> options, String chosen) {
        boolean offered = options.stream().anyMatch(option -> option.value().equals(chosen));
        if (chosen.isEmpty() || offered || options.isEmpty()) {
            return options;
        }
        List<Option> longer = new ArrayList<>(options);
        longer.add(new Option(chosen, chosen));
        return longer;
    }

    private static Choices read(Answer answer) {
        List<Option> destinations = answer.find("tenant", Tenant.class)
                .map(tenant -> tenant.destinations().nodes().stream()
                        .map(destination -> new Option(destination.id(), destination.target()))
                        .toList())
                .orElse(List.of());
        List<Option> topics = List.of(answer.require("topics", String[].class)).stream()
                .map(topic -> new Option(topic, topic))
                .toList();
        return new Choices(destinations, topics);
    }
}
