package dev.postern.api.deadletter;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields and mutations of dead letters. */
@Configuration(proxyBeanMethods = false)
@Import({DeadLetterController.class, DeadLetterWriteController.class, DeadLetterQueues.class})
public class DeadLetterApi {}
