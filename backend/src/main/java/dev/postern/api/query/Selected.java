package dev.postern.api.query;

import dev.postern.model.Delivery;
import dev.postern.model.Event;
import graphql.schema.DataFetchingEnvironment;

/** Which of an event's or a delivery's large parts a field's selection asks for. */
public final class Selected {

    /** Whether the payload of an event is, where the field is one. */
    public static boolean data(DataFetchingEnvironment environment) {
        return environment.getSelectionSet().containsAnyOf("data", "rawData");
    }

    /** Whether the payload of a delivery's event is, where the field is a delivery. */
    public static boolean eventData(DataFetchingEnvironment environment) {
        return environment.getSelectionSet().containsAnyOf("event/data", "event/rawData");
    }

    /** Whether the destination's answer is, where the field is a delivery. */
    public static boolean response(DataFetchingEnvironment environment) {
        return environment.getSelectionSet().contains("response");
    }

    /** What is wanted of an event that was read whole, paid for. */
    public static Event of(Event event, DataFetchingEnvironment environment) {
        return AnswerBudget.of(environment.getGraphQlContext())
                .reading()
                .take(data(environment) ? event : event.withoutData());
    }

    /** What is wanted of a delivery that was read whole, paid for. */
    public static Delivery of(Delivery delivery, DataFetchingEnvironment environment) {
        return AnswerBudget.of(environment.getGraphQlContext())
                .reading()
                .take(delivery.with(eventData(environment), response(environment)));
    }

    private Selected() {}
}
