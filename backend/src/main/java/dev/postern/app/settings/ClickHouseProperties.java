package dev.postern.app.settings;

import dev.postern.migrations.ClickHouseTarget;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/** ClickHouse: the log of events and deliveries, in PostgreSQL's place. */
@ConfigurationProperties("postern.clickhouse")
public record ClickHouseProperties(
        @Setting(
                env = "CLICKHOUSE_ADDR",
                description = "Where ClickHouse is; goes before POSTGRES_URL. Postern speaks HTTP: for Outpost's usual"
                        + " ports 9000 and 9440 it takes the HTTP port of the same server",
                pattern = ADDRESS,
                expected = "host:port, or the HTTP interface's address such as https://host:8443")
        @Nullable
        String addr,

        @Setting(env = "CLICKHOUSE_USERNAME", description = "ClickHouse's user") @DefaultValue("default")
        String username,

        @Setting(env = "CLICKHOUSE_PASSWORD", description = "ClickHouse's password", secret = true) @DefaultValue("")
        String password,

        @Setting(
                env = "CLICKHOUSE_DATABASE",
                description = "ClickHouse's database; it must exist",
                pattern = "[^/?#\\s]+",
                expected = "a database's name")
        @DefaultValue("outpost")
        String database,

        @Setting(env = "CLICKHOUSE_TLS_ENABLED", description = "Whether the connection is encrypted")
        @DefaultValue("false")
        boolean tlsEnabled,

        @Setting(
                env = "POSTERN_CLICKHOUSE_HTTP_PORT",
                description = "The port of ClickHouse's HTTP interface, where CLICKHOUSE_ADDR names another one",
                defaultNote = "that of CLICKHOUSE_ADDR; 8123 (8443 with TLS) where it has none, or 9000 or 9440",
                min = 1,
                max = 65_535)
        @Nullable
        Integer httpPort,

        @Setting(
                env = "POSTERN_CLICKHOUSE_MAX_READS",
                description = "How many statements read at a time, each on a connection of its own",
                min = 1,
                max = 1000)
        @DefaultValue("10")
        int maxReads,

        @Setting(
                env = "POSTERN_CLICKHOUSE_MAX_COUNTS",
                description = "How many statements count for metrics at a time, each on a connection of its own,"
                        + " beside those that read",
                min = 1,
                max = 1000)
        @DefaultValue("4")
        int maxCounts,

        @Setting(
                env = "POSTERN_CLICKHOUSE_MAX_WAITING",
                description = "How many statements of each kind (reads, counts, inserts) wait for their turn;"
                        + " one more is refused",
                min = 1,
                max = 100_000)
        @DefaultValue("1000")
        int maxWaiting,

        @Setting(
                env = "POSTERN_CLICKHOUSE_CONNECT_TIMEOUT_SECONDS",
                description = "For how many seconds a connection is tried",
                min = 1,
                max = 300)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("10")
        Duration connectTimeout,

        @Setting(
                env = "POSTERN_CLICKHOUSE_STATEMENT_TIMEOUT_SECONDS",
                description = "After how many seconds a statement that reads is broken off, its wait included;"
                        + " an insert, 5 seconds later, if ClickHouse is silent",
                min = 1,
                max = 300)
        @DurationUnit(ChronoUnit.SECONDS)
        @DefaultValue("30")
        Duration statementTimeout,

        @Setting(
                env = "POSTERN_CLICKHOUSE_CACHED_STATEMENTS",
                description = "How many statements' texts are kept, one for each combination of filters",
                min = 1,
                max = 100_000)
        @DefaultValue("512")
        int cachedStatements,

        @Setting(
                env = "POSTERN_CLICKHOUSE_WINDOW_ROWS",
                description = "About how many rows of the table a list looks through first;"
                        + " where its page isn't full by then, it goes on with eight times as many",
                min = 1_000,
                max = 1_000_000_000)
        @DefaultValue("500000")
        int windowRows,

        @Setting(
                env = "CLICKHOUSE_LOG_RETENTION_TTL_DAYS",
                description = "For how many days ClickHouse keeps events and deliveries; 0 keeps them for ever",
                min = 0,
                max = 18_250)
        @DurationUnit(ChronoUnit.DAYS)
        @DefaultValue("0")
        Duration logRetentionTtl) {

    private static final String ADDRESS = "(?:(https?)://)?(\\[[0-9a-fA-F:.]+]|[^\\s:/,@\\[\\]]+)(?::(\\d{1,5}))?/?";

    private static final Pattern PARTS = Pattern.compile(ADDRESS);

    private static final Set<Integer> NATIVE_PORTS = Set.of(9000, 9440);
    private static final int HTTP = 8123;
    private static final int HTTPS = 8443;
    private static final int MAX_PORT = 65_535;

    public ClickHouseProperties {
        Integer port = addr == null ? null : givenPort(addr);
        if (port != null && (port < 1 || port > MAX_PORT)) {
            throw new UnusableSettingException(
                    "CLICKHOUSE_ADDR: '%s' (expected: a port from 1 to 65535)".formatted(addr));
        }
    }

    /** How to reach the ClickHouse that is named here, over HTTP. */
    public ClickHouseTarget server(String namedAddress, @Nullable String deploymentId) {
        Matcher parts = parts(namedAddress);
        boolean tls = parts.group(1) == null ? tlsEnabled : parts.group(1).equals("https");
        return new ClickHouseTarget(
                parts.group(2),
                port(namedAddress, parts.group(1) != null, tls),
                tls,
                username,
                password,
                database,
                deploymentId == null ? "" : deploymentId);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ClickHouseProperties[%s/%s]".formatted(addr, database);
    }

    /** An address that says http means what it says; one that doesn't may well be Outpost's, of another protocol. */
    private int port(String address, boolean saysHttp, boolean tls) {
        Integer given = givenPort(address);
        if (given != null && (saysHttp || (httpPort == null && !NATIVE_PORTS.contains(given)))) {
            return given;
        }
        if (httpPort != null) {
            return httpPort;
        }
        return tls ? HTTPS : HTTP;
    }

    private static @Nullable Integer givenPort(String address) {
        String port = parts(address).group(3);
        return port == null ? null : Integer.valueOf(port);
    }

    private static Matcher parts(String address) {
        Matcher parts = PARTS.matcher(address);
        if (!parts.matches()) {
            throw new UnusableSettingException("CLICKHOUSE_ADDR: '%s' (expected: host:port)".formatted(address));
        }
        return parts;
    }
}
