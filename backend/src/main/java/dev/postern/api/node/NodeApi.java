package dev.postern.api.node;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Objects by their opaque ids. */
@Configuration(proxyBeanMethods = false)
@Import(NodeController.class)
public class NodeApi {}
