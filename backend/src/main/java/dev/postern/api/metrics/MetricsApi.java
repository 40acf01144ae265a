package dev.postern.api.metrics;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields of metrics. */
@Configuration(proxyBeanMethods = false)
@Import(MetricsController.class)
public class MetricsApi {}
