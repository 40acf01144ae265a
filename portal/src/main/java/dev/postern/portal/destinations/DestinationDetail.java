package dev.postern.portal.destinations;

import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.Pill;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A destination as its own page shows it.
 *
 * @param choices the topics to choose from; empty where any topic may be published
 */
record DestinationDetail(
        ShortId id,
        String href,
        String listHref,
        String deliveriesHref,
        String typeLabel,
        String target,
        @Nullable String targetUrl,
        boolean enabled,
        Pill state,
        List<String> topics,
        List<Choice> choices,
        String topicsText,
        List<Setting> settings,
        Moment created,
        Moment updated,
        @Nullable Moment disabled,
        List<Recent> recent) {

    /** A topic, and whether the destination takes it by name. */
    record Choice(String topic, boolean taken) {}

    /** A line of the configuration; a secret is a hint. */
    record Setting(String label, String value, boolean secret) {}

    record Recent(Pill state, String topic, String code, int attempt, Moment time, String href) {}

    /** A destination, as the gateway says it. */
    record Node(
            String id,
            String type,
            @Nullable Type destinationType,
            String target,
            @Nullable String targetUrl,
            List<String> topics,
            boolean enabled,
            @Nullable Instant disabledAt,
            int consecutiveFailures,
            Map<String, String> config,
            Map<String, String> credentials,
            Instant createdAt,
            Instant updatedAt,
            Deliveries deliveries) {}

    record Type(String label, List<Field> configFields, List<Field> credentialFields) {}

    record Field(String key, String label, boolean sensitive) {}

    record Deliveries(List<Delivery> nodes) {}

    record Delivery(
            String id,
            String status,
            Instant time,
            String topic,
            @Nullable String code,
            int attemptNumber) {}

    static DestinationDetail of(Node node, List<String> published, String tenant, Instant now) {
        Type type = node.destinationType();
        return new DestinationDetail(
                ShortId.of(node.id()),
                Links.destination(tenant, node.id()),
                Links.destinations(tenant),
                Links.query(Links.deliveries(tenant), Map.of("destination", node.id())),
                type == null ? node.type() : type.label(),
                node.target(),
                node.targetUrl() != null && node.targetUrl().startsWith("https://") ? node.targetUrl() : null,
                node.enabled(),
                DestinationState.of(node.enabled(), node.consecutiveFailures()),
                node.topics(),
                choices(node.topics(), published),
                String.join(", ", node.topics()),
                settings(node, type),
                Moment.of(node.createdAt(), now),
                Moment.of(node.updatedAt(), now),
                node.disabledAt() == null ? null : Moment.of(node.disabledAt(), now),
                node.deliveries().nodes().stream()
                        .map(delivery -> recent(delivery, tenant, now))
                        .toList());
    }

    /** Whether it takes whatever is published. */
    public boolean all() {
        return topics.contains("*");
    }

    private static List<Choice> choices(List<String> taken, List<String> published) {
        if (published.isEmpty()) {
            return List.of();
        }
        // A topic that is published no longer stays on the list while the destination has it.
        TreeSet<String> topics = new TreeSet<>(published);
        taken.stream().filter(topic -> !"*".equals(topic)).forEach(topics::add);
        return topics.stream()
                .map(topic -> new Choice(topic, taken.contains(topic)))
                .toList();
    }

    private static List<Setting> settings(Node node, @Nullable Type type) {
        return Stream.concat(
                        settings(node.config(), type == null ? List.of() : type.configFields(), false),
                        settings(node.credentials(), type == null ? List.of() : type.credentialFields(), true))
                .toList();
    }

    private static Stream<Setting> settings(Map<String, String> values, List<Field> fields, boolean secret) {
        return values.entrySet().stream().map(entry -> {
            Field field = fields.stream()
                    .filter(known -> known.key().equals(entry.getKey()))
                    .findFirst()
                    .orElse(new Field(entry.getKey(), entry.getKey().replace('_', ' '), secret));
            return new Setting(field.label(), entry.getValue(), field.sensitive() || secret);
        });
    }

    private static Recent recent(Delivery delivery, String tenant, Instant now) {
        return new Recent(
                DestinationState.delivery(delivery.status()),
                delivery.topic(),
                delivery.code() == null ? "–" : delivery.code(),
                delivery.attemptNumber(),
                Moment.of(delivery.time(), now),
                Links.delivery(tenant, delivery.id()));
    }
}
