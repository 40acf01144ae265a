package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.clickhouse.client.api.ServerException;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What goes wrong on the way to ClickHouse, and that it leaves the way free. */
class ServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ENDLESS = "select toString(sum(sipHash64(number))) from numbers(1000000000000)";

    private static ClickHouseTarget database;

    private final List<Server> servers = new ArrayList<>();

    @BeforeAll
    static void create() {
        database = TestClickHouse.database();
    }

    @AfterEach
    void close() {
        servers.forEach(Server::close);
    }

    /** A browser goes away; a loader's caller has its answer already. */
    @Test
    void cancelledStatements_endAndFreeTheirPlaces() {
        Server server = server(2, 10, Duration.ofSeconds(60));
        List<Disposable> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(rows(server, ENDLESS).subscribe(found -> {}, error -> {}));
        }
        await().atMost(PATIENCE).until(() -> running() == 2);

        calls.forEach(Disposable::dispose);

        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
        await().atMost(PATIENCE).until(() -> running() == 0);
    }

    /** The same while rows are coming. */
    @Test
    void statementsCancelledAmongRows_freeTheirPlaces() {
        Server server = server(2, 100, Duration.ofSeconds(60));
        for (int i = 0; i < 20; i++) {
            rows(server, "select repeat('x', 1000) from numbers(20000)")
                    .subscribe(found -> {}, error -> {})
                    .dispose();
            Disposable call =
                    rows(server, "select repeat('x', 1000) from numbers(20000)").subscribe(found -> {}, error -> {});
            assertThat(one(rows(server, "select 'between'"))).containsExactly("between");
            call.dispose();
        }

        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
    }

    @Test
    void more_thanMayWait_areRefused() {
        Server server = server(1, 1, Duration.ofSeconds(60));
        Disposable running = rows(server, ENDLESS).subscribe(found -> {}, error -> {});
        Disposable waiting = rows(server, "select 'waiting'").subscribe(found -> {}, error -> {});

        assertThatThrownBy(() -> rows(server, "select 'refused'").block(PATIENCE))
                .hasMessageContaining("1 calls are waiting");

        running.dispose();
        waiting.dispose();
        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
    }

    @Test
    void aStatementThatTakesTooLong_isBrokenOffByTheServer() {
        Server server = server(1, 10, Duration.ofSeconds(1));

        assertThatThrownBy(() -> rows(server, ENDLESS).block(PATIENCE))
                .isInstanceOfSatisfying(
                        ServerException.class,
                        error -> assertThat(error.getCode()).isEqualTo(159));

        await().atMost(PATIENCE).until(() -> running() == 0);
        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
    }

    /** Half an answer must not look like a short page. */
    @Test
    void anErrorAfterTheFirstRows_isAnError() {
        Server server = server(1, 10, Duration.ofSeconds(60));

        assertThatThrownBy(() -> rows(
                                server,
                                "select toString(throwIf(number = 90000)) from numbers(100000)"
                                        + " settings max_block_size = 100, max_threads = 1")
                        .block(PATIENCE))
                .isInstanceOf(ServerException.class);

        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
    }

    @Test
    void aRowThatCannotBeRead_isAnError() {
        Server server = server(1, 10, Duration.ofSeconds(60));

        assertThatThrownBy(() -> server.query(
                                new Statement("select number from numbers(100000)", new Arguments()), row -> {
                                    if (row.count() == 2) {
                                        throw new IllegalStateException("unreadable");
                                    }
                                    return 1;
                                })
                        .block(PATIENCE))
                .hasMessage("unreadable");

        assertThat(one(rows(server, "select 'free'"))).containsExactly("free");
    }

    @Test
    void statementsThatRead_canChangeNothing() {
        Server server = server(1, 10, Duration.ofSeconds(60));

        assertThatThrownBy(() -> rows(server, "drop table attempts").block(PATIENCE))
                .isInstanceOf(ServerException.class);
    }

    /** Whatever it holds, a value arrives as it is; long ones go in the body. */
    @Test
    void values_arriveAsTheyAre() {
        Server server = server(4, 1_000, Duration.ofSeconds(60));
        String odd =
                "'\"\\`\\'\\\\ \t\n\r\b\f{v0:String} %00 \\0 \\N \u00fc\u6f22\ud83d\ude00 '; drop table events; --";
        for (String value : List.of(odd, "", "\\N", "\\", "'", odd.repeat(200))) {
            assertThat(one(server.query(
                            new Statement(
                                    "select {v0:String}, {v1:Array(String)}",
                                    new Arguments().text(value).texts(List.of(value, "", value))),
                            row -> List.of(row.text(), row.texts()))))
                    .containsExactly(List.of(value, List.of(value, "", value)));
        }
    }

    @Test
    void manyAtATime_allComeThrough() {
        Server server = server(3, 1_000, Duration.ofSeconds(60));

        assertThat(one(Flux.range(0, 300)
                        .flatMap(i -> rows(server, "select '" + i + "'"), 300)
                        .collectList()))
                .hasSize(300)
                .doesNotHaveDuplicates();
    }

    private Server server(int reads, int waiting, Duration timeout) {
        Server server = new Server(ClickHouseLogStoreTest.settings(
                database, new Limits(reads, 1, waiting, Duration.ofSeconds(10), timeout, 10, 1_000)));
        servers.add(server);
        return server;
    }

    private static Mono<List<String>> rows(Server server, String sql) {
        return server.query(new Statement(sql, new Arguments()), RowReader::text);
    }

    private static long running() {
        return Long.parseLong(TestClickHouse.query(
                        database,
                        "select count() from system.processes where query like '%numbers(1000000000000)%'"
                                + " and query not like '%processes%'")
                .strip());
    }

    private static <T> T one(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }
}
