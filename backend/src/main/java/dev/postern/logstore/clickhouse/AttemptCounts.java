package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.select;

import dev.postern.logstore.EventReader.DestinationState;
import dev.postern.logstore.StoredForm;
import dev.postern.model.Delivery;
import dev.postern.model.EventKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import reactor.core.publisher.Mono;

/** Counts the attempts of events at each destination, those stored several times once. */
final class AttemptCounts {

    private final Server server;
    private final String sql;

    AttemptCounts(Server server, String prefix) {
        this.server = server;
        Field<Object> tenant = Column.TENANT.field();
        Field<Object> event = Column.EVENT.field();
        Field<Object> destination = Column.DESTINATION.field();
        Field<Object> tenants = Sql.value(0, "Array(String)");
        Field<Object> events = Sql.value(1, "Array(String)");
        sql = Sql.render(select(
                        tenant,
                        event,
                        destination,
                        field("uniqExact({0}, {1})", Column.ATTEMPT_TIME.field(), Column.ATTEMPT.field()))
                .from(Sql.table(prefix + Source.ATTEMPTS.table()))
                .where(condition("{0} in ({1})", tenant, tenants))
                .and(condition("{0} in ({1})", event, events))
                .and(condition("({0}, {1}) in (arrayZip({2}, {3}))", tenant, event, tenants, events))
                .groupBy(tenant, event, destination));
    }

    Mono<List<AttemptCount>> count(List<EventKey> keys) {
        Arguments arguments = new Arguments()
                .texts(keys.stream().map(key -> StoredForm.text(key.tenantId())).toList())
                .texts(keys.stream().map(key -> StoredForm.text(key.id())).toList());
        return server.query(
                new Statement(sql, arguments),
                row -> new AttemptCount(new EventKey(row.text(), row.text()), row.text(), row.count()));
    }

    /** What became of each event, from the newest delivery at each destination and the counts. */
    static Map<EventKey, List<DestinationState>> states(List<Delivery> newest, List<AttemptCount> counts) {
        Map<EventKey, Map<String, Long>> attempts = new LinkedHashMap<>();
        counts.forEach(count -> attempts.computeIfAbsent(count.event(), key -> new LinkedHashMap<>())
                .put(count.destinationId(), count.attempts()));
        Map<EventKey, List<DestinationState>> states = new LinkedHashMap<>();
        newest.stream().sorted(Comparator.comparing(Delivery::destinationId)).forEach(delivery -> {
            EventKey event = delivery.event().key();
            // Stored between the two statements, it isn't counted yet.
            long count = attempts.getOrDefault(event, Map.of()).getOrDefault(delivery.destinationId(), 1L);
            states.computeIfAbsent(event, key -> new ArrayList<>())
                    .add(new DestinationState(delivery, Math.toIntExact(count)));
        });
        return states;
    }

    /** How many attempts were made to hand an event to a destination. */
    record AttemptCount(EventKey event, String destinationId, long attempts) {}
}
