package dev.postern.app.settings;

import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Hands the log level on to the framework, whether a variable or a file sets it. A level that is none is
 * left for the settings to refuse: the framework would break off with a stack trace.
 */
public final class LogLevelEnvironment implements EnvironmentPostProcessor, Ordered {

    private static final Pattern LEVEL = Pattern.compile("(?i)trace|debug|info|warn|error");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String level = environment.getProperty("postern.log-level", "").strip();
        if (LEVEL.matcher(level).matches()) {
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource("postern's log level", Map.of("logging.level.dev.postern", level)));
        }
    }

    /** After the files are read, and before logging is set up. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }
}
