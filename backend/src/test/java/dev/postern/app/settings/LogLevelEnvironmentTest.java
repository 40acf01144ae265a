package dev.postern.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class LogLevelEnvironmentTest {

    /** An operator turns the log up in the YAML file, as one would any other setting. */
    @Test
    void level_ofAFile_reachesTheFramework() {
        assertThat(levelFor(Map.of("postern.log-level", "debug"))).isEqualTo("debug");
        assertThat(levelFor(Map.of("postern.log-level", "warn", "logging.level.dev.postern", "info")))
                .isEqualTo("warn");
    }

    @Test
    void level_thatIsNone_isLeftForTheSettingsToRefuse() {
        assertThat(levelFor(Map.of("postern.log-level", "loud"))).isNull();
        assertThat(levelFor(Map.of())).isNull();
    }

    private static @Nullable String levelFor(Map<String, Object> file) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addLast(new MapPropertySource("file", file));
        new LogLevelEnvironment().postProcessEnvironment(environment, new SpringApplication());
        return environment.getProperty("logging.level.dev.postern");
    }
}
