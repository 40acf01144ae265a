package dev.postern.api.event;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields and mutations of events. */
@Configuration(proxyBeanMethods = false)
@Import({EventController.class, EventDestinationStateController.class, PublishController.class})
public class EventApi {}
