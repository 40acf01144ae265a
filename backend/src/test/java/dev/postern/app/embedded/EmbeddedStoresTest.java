package dev.postern.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoresTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PASSWORD = "0123456789abcdef";

    @TempDir
    Path folder;

    /** An ordinary stop and start: nothing is lost. */
    @Test
    void redis_keepsItsDataAcrossAStop() {
        try (DataDirectory data = DataDirectory.open(folder)) {
            try (EmbeddedRedis redis = EmbeddedRedis.start(data, PASSWORD, null)) {
                write(redis.settings(), "kept");
            }
            try (EmbeddedRedis redis = EmbeddedRedis.start(data, PASSWORD, null)) {
                assertThat(read(redis.settings())).isEqualTo("kept");
            }
        }
    }

    /** The JVM was killed: its Redis is still there, and the next start takes over from it. */
    @Test
    void redis_thatWasLeftBehindIsStoppedAndItsDataKept() {
        try (DataDirectory data = DataDirectory.open(folder)) {
            EmbeddedRedis orphan = EmbeddedRedis.start(data, PASSWORD, null);
            write(orphan.settings(), "from the orphan");
            ProcessHandle orphanProcess = running("redis/redis.pid");

            try (EmbeddedRedis redis = EmbeddedRedis.start(data, PASSWORD, null)) {
                assertThat(orphanProcess.isAlive()).isFalse();
                assertThat(read(redis.settings())).isEqualTo("from the orphan");
            }
        }
    }

    /** The machine's memory ran out and took Redis itself: what was acknowledged is on disk. */
    @Test
    void redis_keepsWhatWasAcknowledgedWhenItIsKilled() {
        try (DataDirectory data = DataDirectory.open(folder)) {
            EmbeddedRedis killed = EmbeddedRedis.start(data, PASSWORD, null);
            write(killed.settings(), "acknowledged");
            ProcessHandle process = running("redis/redis.pid");
            process.destroyForcibly();
            process.onExit()
                    .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                    .join();

            try (EmbeddedRedis redis = EmbeddedRedis.start(data, PASSWORD, null)) {
                assertThat(read(redis.settings())).isEqualTo("acknowledged");
            }
        }
    }

    /** Another user of the machine finds the port: without the password there is nothing to see. */
    @Test
    void redis_asksForItsPassword() {
        try (DataDirectory data = DataDirectory.open(folder);
                EmbeddedRedis redis = EmbeddedRedis.start(data, PASSWORD, null)) {
            RedisSettings stranger = RedisSettings.local(redis.settings().port());

            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> write(stranger, "stolen"))
                    .withStackTraceContaining("NOAUTH");
        }
    }

    /** First start, orderly stop, start, and a killed server, in one: initialising costs seconds. */
    @Test
    void postgres_keepsItsDataAcrossAStopAndAKill() throws SQLException {
        try (DataDirectory data = DataDirectory.open(folder)) {
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, PASSWORD)) {
                update(postgres, "CREATE TABLE t (v text)");
                update(postgres, "INSERT INTO t VALUES ('kept')");
                assertThat(query(postgres, "SHOW fsync")).isEqualTo("on");
                assertThat(query(postgres, "SHOW synchronous_commit")).isEqualTo("on");
            }
            try (EmbeddedPostgres killed = EmbeddedPostgres.start(data, PASSWORD)) {
                update(killed, "UPDATE t SET v = 'acknowledged'");
                kill(running("postgres/postmaster.pid"));
            }

            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, PASSWORD)) {
                assertThat(query(postgres, "SELECT v FROM t")).isEqualTo("acknowledged");
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> DriverManager.getConnection(jdbc(postgres), "postgres", "wrong"))
                        .withMessageContaining("password");
            }
        }
    }

    /** A first start was cut off in the middle of initialising: the next one begins afresh. */
    @Test
    void postgres_beginsAfreshAfterAFirstStartThatWasCutOff() throws IOException, SQLException {
        Files.createDirectories(folder.resolve("postgres"));
        Files.writeString(folder.resolve("postgres/postgresql.conf"), "half a");

        try (DataDirectory data = DataDirectory.open(folder);
                EmbeddedPostgres postgres = EmbeddedPostgres.start(data, PASSWORD)) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    /** Somebody starts the jar twice in one folder. */
    @Test
    void open_refusesADirectoryThatIsInUse() {
        try (DataDirectory first = DataDirectory.open(folder)) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> DataDirectory.open(folder))
                    .withMessageContaining("in use by another Postern process");
            assertThat(first.file("postern.lock")).exists();
        }
        DataDirectory.open(folder).close();
    }

    /** The data directory's parent is a file, or belongs to somebody else. */
    @Test
    void open_namesADirectoryThatCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> DataDirectory.open(file.resolve("data")))
                .withMessageContaining("cannot be used as data directory");
    }

    /** The second start must find the credentials readable that the first one stored. */
    @Test
    void secrets_areMadeOnceAndReadableByTheirOwnerAlone() throws IOException {
        try (DataDirectory data = DataDirectory.open(folder)) {
            String first = new GeneratedSecrets(data).require("API_KEY");
            String second = new GeneratedSecrets(data).require("API_KEY");

            assertThat(first).hasSize(64).isEqualTo(second);
            assertThat(new GeneratedSecrets(data).require("API_JWT_SECRET")).isNotEqualTo(first);
            assertThat(Files.getPosixFilePermissions(folder.resolve("secrets.properties")))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        }
    }

    /** From wherever its program lies: the library unpacks PostgreSQL once for all tests of this JVM. */
    private ProcessHandle running(String pidFile) {
        return DetachedServer.find(folder.resolve(pidFile), folder.getRoot()).orElseThrow();
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static void write(RedisSettings settings, String value) {
        try (var redis = new RedisConnection(settings)) {
            redis.commands().set("key", RedisConnection.bytes(value)).block(PATIENCE);
        }
    }

    private static String read(RedisSettings settings) {
        try (var redis = new RedisConnection(settings)) {
            return redis.commands()
                    .get("key")
                    .map(RedisConnection::text)
                    .blockOptional(PATIENCE)
                    .orElseThrow();
        }
    }

    private static void update(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
        return DriverManager.getConnection(jdbc(postgres), "postgres", PASSWORD);
    }

    private static String jdbc(EmbeddedPostgres postgres) {
        return "jdbc:postgresql://" + postgres.url().replaceFirst(".*@", "");
    }
}
