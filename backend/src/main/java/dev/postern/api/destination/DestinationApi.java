package dev.postern.api.destination;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields and mutations of destinations and their types. */
@Configuration(proxyBeanMethods = false)
@Import({
    DestinationController.class,
    DestinationUseController.class,
    DestinationWriteController.class,
    InstallationController.class
})
public class DestinationApi {}
