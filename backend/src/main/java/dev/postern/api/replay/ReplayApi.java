package dev.postern.api.replay;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The fields, mutations and the subscription of replays. */
@Configuration(proxyBeanMethods = false)
@Import({ReplayController.class, ReplayPlanController.class, ReplayWriteController.class, ReplayWatchController.class})
public class ReplayApi {}
