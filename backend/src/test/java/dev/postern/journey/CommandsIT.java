package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.migrations.PostgresUrl;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.TestPostgres;
import dev.postern.servers.TestRedis;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar's commands, their exit status and their one line. */
class CommandsIT {

    @TempDir
    Path folder;

    /** A first deployment on servers of the operator's own. */
    @Test
    void namedServers_areMigratedByCommandAndThenServed() {
        Map<String, String> servers = servers();
        try (JarProcess early = JarProcess.launch(folder, servers)) {
            var refused = early.awaitEnd();
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.output()).contains("migrate apply");
        }
        assertThat(JarProcess.run(folder, servers, "migrate", "plan").status()).isZero();
        assertThat(JarProcess.run(folder, servers, "migrate", "apply").status()).isZero();
        assertThat(JarProcess.run(folder, servers, "migrate", "verify").status())
                .isZero();
        try (JarProcess jar = JarProcess.serve(folder, servers)) {
            var client = new GraphQlClient(jar.url(), "the-operators-key");
            assertThat(client.execute("{ viewer { kind } }").text("viewer.kind"))
                    .isEqualTo("OPERATOR");
            assertThat(folder.resolve("data")).doesNotExist();
            assertThat(jar.log()).doesNotContain("the-operators-key");
        }
    }

    /** Settings that can't be used: refused with the name of the setting, before anything starts. */
    @ParameterizedTest
    @CsvSource({
        "API_PORT, http, API_PORT",
        "POSTGRES_URL, not a url, POSTGRES_URL",
        "RETRY_SCHEDULE, '5,soon', RETRY_SCHEDULE",
        "POSTERN_ROLES, everything, POSTERN_ROLES",
        "DEPLOYMENT_ID, 'a b', DEPLOYMENT_ID",
    })
    void badSetting_endsWith2AndNamesIt(String name, String value, String expected) {
        var finished = JarProcess.run(folder, Map.of(name, value));
        assertThat(finished.status()).isEqualTo(2);
        assertThat(finished.output().strip().lines().toList())
                .singleElement()
                .asString()
                .contains(expected);
    }

    /** A manifest of another release, or one that somebody edited: told before a client meets it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"0000000000000000000000000000000000000000000000000000000000000000": "{ topics }"} | is not the hash of its document
                    {"%s": "{ nothing }"}                                                             | does not fit the schema
                    {"%s": "{ topics"}                                                                | does not fit the schema
                    ["{ topics }"]                                                                    | is not a JSON object""")
    void badManifest_endsWith2AndNamesTheEntry(String manifest, String fault) throws Exception {
        String text = manifest.contains("nothing") ? "{ nothing }" : "{ topics";
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        Path file = Files.writeString(
                folder.resolve("documents.json"),
                manifest.formatted(HexFormat.of().formatHex(digest)));

        var finished = JarProcess.run(folder, Map.of("POSTERN_TRUSTED_DOCUMENTS", file.toString(), "API_PORT", "0"));

        assertThat(finished.status()).as(finished.output()).isEqualTo(2);
        assertThat(finished.output().strip().lines().filter(line -> line.contains("POSTERN_TRUSTED_DOCUMENTS")))
                .singleElement()
                .asString()
                .contains("POSTERN_TRUSTED_DOCUMENTS: ", "documents.json: ", fault);
    }

    /** A server that is down: never a silent fallback to an embedded one. */
    @Test
    void unreachableServer_endsWith1AndNamesIt() {
        var environment = servers();
        environment.put("REDIS_PORT", Integer.toString(JarProcess.freePort()));
        var finished = JarProcess.run(folder, environment);
        assertThat(finished.status()).isEqualTo(1);
        assertThat(finished.output()).contains("Redis");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void unknownCommand_endsWith2() {
        assertThat(JarProcess.run(folder, Map.of(), "sing").status()).isEqualTo(2);
        assertThat(JarProcess.run(folder, Map.of(), "migrate", "sideways").status())
                .isEqualTo(2);
    }

    @Test
    void config_showsEverySettingWithSecretsMasked() {
        var finished = JarProcess.run(folder, Map.of("API_KEY", "a-very-secret-key", "LOG_BATCH_SIZE", "7"), "config");
        assertThat(finished.status()).isZero();
        assertThat(finished.output())
                .contains("LOG_BATCH_SIZE")
                .contains("7")
                .contains("API_KEY")
                .doesNotContain("a-very-secret-key");
    }

    private static Map<String, String> servers() {
        RedisSettings redis = TestRedis.settings();
        var environment = new HashMap<String, String>();
        environment.put("REDIS_HOST", redis.host());
        environment.put("REDIS_PORT", Integer.toString(redis.port()));
        environment.put("DEPLOYMENT_ID", java.util.Objects.requireNonNull(redis.deploymentId()));
        environment.put("POSTGRES_URL", url(TestPostgres.emptyDatabase()));
        environment.put("API_KEY", "the-operators-key");
        environment.put("API_JWT_SECRET", "a-secret-for-tokens");
        environment.put("AES_ENCRYPTION_SECRET", "a-secret-for-credentials");
        return environment;
    }

    private static String url(PostgresUrl database) {
        return "postgres://%s:%s@%s:%d/%s?sslmode=disable"
                .formatted(database.user(), database.password(), database.host(), database.port(), database.database());
    }
}
