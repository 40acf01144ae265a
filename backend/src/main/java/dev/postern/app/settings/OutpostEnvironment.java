package dev.postern.app.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Lays the environment variables, under Outpost's names and ours, before the properties that they
 * stand for. {@code CONFIG} names a file that is read beside {@code application.yaml}.
 */
public final class OutpostEnvironment implements EnvironmentPostProcessor, Ordered {

    static final String NAME = "environment variables of Outpost and Postern";

    private static final String EXTRA_FILE = "spring.config.additional-location";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        lay(environment);
    }

    /** Before the files are read: one variable says which. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER - 1;
    }

    static void lay(ConfigurableEnvironment environment) {
        Map<String, Object> variables = environment.getSystemEnvironment();
        Map<String, Object> properties = new HashMap<>();
        for (SettingDescriptor setting : SettingsCatalog.all()) {
            String text = String.valueOf(variables.getOrDefault(setting.env(), ""));
            if (variables.containsKey(setting.env()) && (setting.emptyIsValue() || !text.isBlank())) {
                properties.put(setting.property(), setting.emptyIsValue() ? text : text.strip());
            }
        }
        String file = String.valueOf(variables.getOrDefault("CONFIG", "")).strip();
        if (!file.isEmpty()) {
            properties.put(EXTRA_FILE, "file:" + requireFile(file));
        }
        environment
                .getPropertySources()
                .addBefore(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new MapPropertySource(NAME, properties));
    }

    private static String requireFile(String file) {
        if (!file.matches("(?i).*\\.(ya?ml|properties)") || !Files.isReadable(Path.of(file))) {
            throw new UnusableSettingException(
                    "CONFIG: '%s' (expected: a readable file that ends in .yaml, .yml or .properties)".formatted(file));
        }
        return file;
    }
}
