package dev.postern.app.settings;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/** The environment of commands that need settings, but no server. */
public final class Environments {

    /** The variables of this process, and the files beside it. */
    public static ConfigurableEnvironment ofThisProcess() {
        var environment = new StandardEnvironment();
        OutpostEnvironment.lay(environment);
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return environment;
    }

    private Environments() {}
}
