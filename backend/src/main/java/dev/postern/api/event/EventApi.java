package dev.postern.api.event;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields, mutations and the subscription of events. */
@Configuration(proxyBeanMethods = false)
@Import({
    EventController.class,
    EventDestinationStateController.class,
    EventWatchController.class,
    PublishController.class
})
public class EventApi {}
