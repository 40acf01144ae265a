package dev.postern.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.postern.migrations.ClickHouseTarget;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An operator moves over with Outpost's address of ClickHouse as it is, which names another protocol's port. */
class ClickHouseAddressTest {

    @ParameterizedTest
    @CsvSource({
        "ch:9000, false, '', http://ch:8123",
        "ch:9440, true, '', https://ch:8443",
        "ch:9000, false, 18123, http://ch:18123",
        "ch:19000, false, 18123, http://ch:18123",
        "ch:8124, false, '', http://ch:8124",
        "ch, false, '', http://ch:8123",
        "ch, true, '', https://ch:8443",
        "http://ch:9000, true, '', http://ch:9000",
        "https://ch:8443/, false, '', https://ch:8443",
        "https://ch:8443, false, 18123, https://ch:8443",
        "http://ch, false, 18123, http://ch:18123",
        "127.0.0.1:9000, false, '', http://127.0.0.1:8123",
        "[::1]:9000, false, '', http://[::1]:8123",
    })
    void server_isReachedOverHttp(String address, String tls, String httpPort, String expected) {
        ClickHouseTarget target = target(Map.of(
                "CLICKHOUSE_ADDR", address, "CLICKHOUSE_TLS_ENABLED", tls, "POSTERN_CLICKHOUSE_HTTP_PORT", httpPort));

        assertThat(target.http()).hasToString(expected);
    }

    @Test
    void server_hasOutpostsDefaultsAndTheDeploymentsTables() {
        ClickHouseTarget target = target(Map.of("CLICKHOUSE_ADDR", "ch:9000", "DEPLOYMENT_ID", "dp-1"));

        assertThat(target.database()).isEqualTo("outpost");
        assertThat(target.user()).isEqualTo("default");
        assertThat(target.tablePrefix()).isEqualTo("dp-1_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ch:99999",
                "ch:0",
                "ch:",
                "ch:http",
                "tcp://ch:9000",
                "a:9000,b:9000",
                "u:p@ch:9000",
                "ch:9000/db"
            })
    void addressThatNobodyCanReach_isRefused(String address) {
        assertThatExceptionOfType(UnusableSettingException.class)
                .isThrownBy(() -> read(Map.of("CLICKHOUSE_ADDR", address)))
                .withMessageStartingWith("CLICKHOUSE_ADDR: '" + address + "' (expected: ");
    }

    /** Both are configured, as an Outpost may have been: the same one is used that it used, and it is said. */
    @Test
    void logStore_ofBoth_isClickHouse() {
        Settings both = read(Map.of("CLICKHOUSE_ADDR", "ch:9000", "POSTGRES_URL", "postgres://u:p@h/d"));

        assertThat(both.logsToClickHouse()).isTrue();
        assertThat(both.logStore())
                .isEqualTo(
                        "ClickHouse at http://ch:8123, database outpost (CLICKHOUSE_ADDR; POSTGRES_URL is not used)");
        assertThat(both.ignored()).isEmpty();
        assertThat(read(Map.of("POSTGRES_URL", "postgres://u:p@h/d")).logStore())
                .isEqualTo("PostgreSQL (POSTGRES_URL)");
        assertThat(read(Map.of("CLICKHOUSE_ADDR", "")).logStore()).isEqualTo("an embedded PostgreSQL");
    }

    /** What {@code config} shows of settings that depend on others; there is no PostgreSQL beside ClickHouse. */
    @Test
    void workedOut_isWhatSettingsComeTo() {
        Settings servers = read(Map.of("CLICKHOUSE_ADDR", "ch:9000", "REDIS_HOST", "redis"));

        assertThat(servers.values())
                .filteredOn(value -> servers.workedOut(value.setting()).isPresent())
                .extracting(value -> value.setting().env() + " "
                        + servers.workedOut(value.setting()).orElse(""))
                .containsExactlyInAnyOrder(
                        "POSTERN_ALLOW_PRIVATE_DESTINATIONS false",
                        "DELIVERY_MAX_CONCURRENCY 1",
                        "LOG_BATCH_THRESHOLD_SECONDS 10",
                        "POSTERN_METRICS_ACCESS operator",
                        "POSTGRES_URL (not used: history is in ClickHouse)");
    }

    @Test
    void password_isNeverShown() {
        Settings settings = read(Map.of("CLICKHOUSE_ADDR", "ch:9000", "CLICKHOUSE_PASSWORD", "s3cret"));

        assertThat(settings.values().toString()).doesNotContain("s3cret");
        assertThat(settings.get(ClickHouseProperties.class).toString()).doesNotContain("s3cret");
        assertThat(settings.values().stream()
                        .filter(value -> value.setting().env().equals("CLICKHOUSE_PASSWORD"))
                        .map(Settings.Value::shown))
                .containsExactly(Settings.MASK);
    }

    private static ClickHouseTarget target(Map<String, String> variables) {
        return Objects.requireNonNull(read(variables).clickHouse());
    }

    private static Settings read(Map<String, String> variables) {
        var environment = new StandardEnvironment() {
            @Override
            public Map<String, Object> getSystemEnvironment() {
                return Map.copyOf(variables);
            }
        };
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new HashMap<>(variables)));
        OutpostEnvironment.lay(environment);
        return SettingsReader.read(environment);
    }
}
