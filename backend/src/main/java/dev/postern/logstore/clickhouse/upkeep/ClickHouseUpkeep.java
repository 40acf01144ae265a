package dev.postern.logstore.clickhouse.upkeep;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asks ClickHouse whether it answers, and tells it how long to keep the log. */
public final class ClickHouseUpkeep implements AutoCloseable {

    /** No setting: whoever calls tries again, and a server that is there accepts at once. */
    private static final Duration CONNECT = Duration.ofSeconds(10);

    /**
     * No setting: a change of a TTL only writes down what the background has to do, and one that waits behind
     * another change of the table for longer than a minute is better tried again.
     */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    /**
     * A clause by which rows are deleted, as ClickHouse writes it whoever said it: nothing follows, unlike where
     * rows move, or go under a condition.
     */
    private static final Pattern DELETES_AFTER = Pattern.compile("\\+ toIntervalDay\\((\\d+)\\)(?=,|$| SETTINGS )");

    private static final List<Table> TABLES =
            List.of(new Table("events", "event_time"), new Table("attempts", "attempt_time"));

    private final URI http;
    private final String user;
    private final String password;
    private final String database;
    private final String tablePrefix;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /**
     * @param http the address of its HTTP interface, without a path
     * @param password empty for none
     * @param tablePrefix what the tables' names start with; empty for nothing
     */
    public ClickHouseUpkeep(URI http, String user, String password, String database, String tablePrefix) {
        this.http = http;
        this.user = user;
        this.password = password;
        this.database = database;
        this.tablePrefix = tablePrefix;
    }

    /** Completes where it answers to our name and password. */
    public Mono<Void> ping() {
        return execute("select 1").then();
    }

    /** Whether the rows of both tables go just that many days after their own time, as the tables stand now. */
    public Mono<Boolean> keepsFor(int days) {
        return Flux.fromIterable(TABLES)
                .concatMap(table -> ttl(table)
                        .map(ttl -> DELETES_AFTER
                                .matcher(ttl)
                                .results()
                                .map(clause -> clause.group(1))
                                .toList()
                                .equals(List.of(String.valueOf(days)))))
                .all(so -> so);
    }

    /**
     * Lets rows go that many days after their own time; 0 keeps them for ever. Done once ClickHouse knows of
     * it: what is too old already goes in the background. May be repeated.
     */
    public Mono<Void> keepFor(int days) {
        return Flux.fromIterable(TABLES)
                .concatMap(table -> days == 0 ? keepForEver(table) : execute(modify(table, days)))
                .then();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private Mono<String> keepForEver(Table table) {
        // Where there is none to remove it would be an error.
        return ttl(table)
                .flatMap(ttl -> ttl.isEmpty()
                        ? Mono.just("")
                        : execute("alter table %s remove ttl settings mutations_sync = 0".formatted(name(table))));
    }

    /**
     * The clamps are for events that their publisher dated before 1970 or long after 2050: turned into the
     * plain DateTime that a TTL must be, those times would wrap round to some other century, in which the
     * row goes at once or never.
     */
    private String modify(Table table, int days) {
        return ("alter table %s modify ttl toDateTime(least(greatest(%s, toDateTime64('1971-01-01', 3, 'UTC')),"
                        + " toDateTime64('2050-01-01', 3, 'UTC'))) + toIntervalDay(%d) settings mutations_sync = 0")
                .formatted(name(table), table.time(), days);
    }

    /** In ClickHouse's own words; empty for none. */
    private Mono<String> ttl(Table table) {
        return execute("select extract(engine_full, ' TTL (.*)') from system.tables"
                        + " where database = currentDatabase() and name = '%s%s'".formatted(tablePrefix, table.name()))
                .map(String::strip);
    }

    /** The prefix is a deployment's, of letters, digits, _ and -. */
    private String name(Table table) {
        return "`%s%s`".formatted(tablePrefix, table.name());
    }

    private Mono<String> execute(String sql) {
        return Mono.fromFuture(() -> client.sendAsync(request(sql), BodyHandlers.ofString()))
                .flatMap(ClickHouseUpkeep::body);
    }

    private HttpRequest request(String sql) {
        return HttpRequest.newBuilder(http)
                .timeout(ANSWER)
                .header("X-ClickHouse-User", user)
                .header("X-ClickHouse-Key", password)
                .header("X-ClickHouse-Database", database)
                .POST(BodyPublishers.ofString(sql))
                .build();
    }

    private static Mono<String> body(HttpResponse<String> response) {
        return response.statusCode() == 200
                ? Mono.just(response.body())
                : Mono.error(new IOException("ClickHouse answered %d: %s"
                        .formatted(
                                response.statusCode(),
                                response.body().lines().findFirst().orElse(""))));
    }

    private record Table(String name, String time) {}
}
