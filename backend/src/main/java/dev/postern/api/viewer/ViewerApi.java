package dev.postern.api.viewer;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Who the request acts as. */
@Configuration(proxyBeanMethods = false)
@Import(ViewerController.class)
public class ViewerApi {}
