package dev.postern.logstore;

import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DestinationKey;
import dev.postern.model.Event;
import dev.postern.model.EventKey;
import dev.postern.model.LogEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that a batch of entries comes to, in the form in which every log keeps them (see {@link
 * StoredForm}) and without repetitions. A delivery that stands twice, by its id, is kept once, as it
 * stands last; so is an event. Rows of two tenants with the same time and id can't both be stored, for
 * that pair is a row's identity: the first stands.
 *
 * @param events those of first attempts
 */
public record StoredBatch(List<Event> events, List<Delivery> deliveries) {

    public StoredBatch {
        events = List.copyOf(events);
        deliveries = List.copyOf(deliveries);
    }

    public static StoredBatch of(List<LogEntry> entries, TimeResolution times) {
        Map<EventKey, Event> events = new LinkedHashMap<>();
        // A delivery's id belongs to its tenant, as a destination's does.
        Map<DestinationKey, Delivery> deliveries = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            Event event = StoredForm.of(entry.event(), times);
            Delivery delivery = StoredForm.of(entry.delivery(), event, times);
            if (delivery.attemptNumber() <= 1) {
                events.put(event.key(), event);
            }
            deliveries.put(new DestinationKey(event.tenantId(), delivery.id()), delivery);
        }
        Map<Cursor, Event> eventRows = new LinkedHashMap<>();
        events.values().forEach(event -> eventRows.putIfAbsent(new Cursor(event.time(), event.id()), event));
        Map<Cursor, Delivery> deliveryRows = new LinkedHashMap<>();
        deliveries
                .values()
                .forEach(delivery -> deliveryRows.putIfAbsent(new Cursor(delivery.time(), delivery.id()), delivery));
        return new StoredBatch(List.copyOf(eventRows.values()), List.copyOf(deliveryRows.values()));
    }
}
