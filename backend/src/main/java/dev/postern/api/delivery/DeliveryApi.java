package dev.postern.api.delivery;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields, mutations and the subscription of deliveries. */
@Configuration(proxyBeanMethods = false)
@Import({DeliveryController.class, DeliveryWatchController.class, RetryController.class})
public class DeliveryApi {}
