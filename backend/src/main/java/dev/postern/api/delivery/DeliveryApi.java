package dev.postern.api.delivery;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields and mutations of deliveries. */
@Configuration(proxyBeanMethods = false)
@Import({DeliveryController.class, RetryController.class})
public class DeliveryApi {}
