package dev.postern.api.tenant;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields and mutations of tenants. */
@Configuration(proxyBeanMethods = false)
@Import({TenantController.class, TenantWriteController.class, TokenController.class})
public class TenantApi {}
