package dev.postern.api.query;

import dev.postern.api.page.PageArguments;
import dev.postern.api.page.PageConnection;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.DeliveryQuery;
import dev.postern.logstore.EventFilter;
import dev.postern.logstore.EventQuery;
import dev.postern.model.Cursor;
import dev.postern.model.Delivery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.Event;
import dev.postern.model.Page;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.DataFetchingFieldSelectionSet;
import java.util.Optional;
import java.util.Set;

/** The lists of events and deliveries: a field's arguments and selection, made into a query of the log. */
public final class Lists {

    /** The events that the field asks for of these tenants (none means all). */
    public static EventQuery events(
            DataFetchingEnvironment environment, Set<String> tenantIds, Set<String> destinationIds) {
        return EventQuery.of(
                eventFilter(environment, tenantIds, destinationIds),
                PageArguments.of(environment, ListName.EVENTS),
                selects(environment, "data", "rawData"));
    }

    /** The deliveries that the field asks for of these tenants, events and destinations (none means all). */
    public static DeliveryQuery deliveries(
            DataFetchingEnvironment environment,
            Set<String> tenantIds,
            Set<String> eventIds,
            Set<String> destinationIds) {
        return DeliveryQuery.of(
                deliveryFilter(environment, tenantIds, eventIds, destinationIds),
                PageArguments.of(environment, ListName.DELIVERIES),
                selects(environment, "event/data", "event/rawData"),
                selects(environment, "response"));
    }

    /** The field's filter, within these tenants and destinations (none means all). */
    public static EventFilter eventFilter(
            DataFetchingEnvironment environment, Set<String> tenantIds, Set<String> destinationIds) {
        Filters filter = Filters.of(environment);
        return new EventFilter(
                tenantIds, filter.strings("ids"), destinationIds, filter.strings("topics"), filter.time("time"));
    }

    /** The field's filter, within these tenants, events and destinations (none means all). */
    public static DeliveryFilter deliveryFilter(
            DataFetchingEnvironment environment,
            Set<String> tenantIds,
            Set<String> eventIds,
            Set<String> destinationIds) {
        return deliveryFilter(Filters.of(environment), tenantIds, eventIds, destinationIds);
    }

    /** A filter of deliveries, within these tenants, events and destinations (none means all). */
    public static DeliveryFilter deliveryFilter(
            Filters filter, Set<String> tenantIds, Set<String> eventIds, Set<String> destinationIds) {
        return new DeliveryFilter(
                tenantIds,
                eventIds,
                destinationIds,
                filter.strings("destinationTypes"),
                filter.strings("topics"),
                filter.value("status") instanceof String status ? DeliveryStatus.valueOf(status) : null,
                filter.strings("codes"),
                filter.value("manual") instanceof Boolean manual ? manual : null,
                filter.time("time"),
                filter.time("eventTime"));
    }

    /** Within one tenant: what the filter asks for outside of it can't be there. */
    public static Optional<Set<String>> within(DataFetchingEnvironment environment, String tenantId) {
        return Filters.of(environment).including("tenantIds", tenantId);
    }

    /** A page of events as the schema's connection. */
    public static PageConnection<Event> eventPage(Page<Event> page) {
        return new PageConnection<>(ListName.EVENTS, page, event -> new Cursor(event.time(), event.id()));
    }

    /** A page of deliveries as the schema's connection. */
    public static PageConnection<Delivery> deliveryPage(Page<Delivery> page) {
        return new PageConnection<>(ListName.DELIVERIES, page, delivery -> new Cursor(delivery.time(), delivery.id()));
    }

    /** Whether any of the fields is asked of the rows, by whichever way the connection offers them. */
    private static boolean selects(DataFetchingEnvironment environment, String... fields) {
        DataFetchingFieldSelectionSet selection = environment.getSelectionSet();
        for (String field : fields) {
            if (selection.containsAnyOf("nodes/" + field, "edges/node/" + field)) {
                return true;
            }
        }
        return false;
    }

    private Lists() {}
}
