package dev.postern.logstore.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.clickhouse.client.api.ServerException;
import com.sun.net.httpserver.HttpServer;
import dev.postern.logstore.clickhouse.ClickHouseLogStoreSettings.Limits;
import dev.postern.migrations.ClickHouseTarget;
import dev.postern.servers.TestClickHouse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

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

    /** Memory ran out while a batch was written: the driver's connections are shut down by that, and not for ever. */
    @Test
    void anErrorInTheMiddleOfAnExchange_leavesTheWayFree() {
        Server server = server(2, 10, Duration.ofSeconds(60));

        StepVerifier.create(server.insert("attempts", List.of("attempt_id"), out -> {
                    throw new AssertionError("as if memory had run out");
                }))
                .expectError()
                .verify(PATIENCE);

        for (int i = 0; i < 3; i++) {
            assertThat(server.query(new Statement("select 'here'", new Arguments()), RowReader::text)
                            .block(PATIENCE))
                    .containsExactly("here");
        }
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

    /** The program ends while readers wait: they are told, and don't hang on a Mono that never ends. */
    @Test
    void close_failsThoseThatWait() {
        Server server = server(1, 10, Duration.ofSeconds(60));
        Disposable running = rows(server, ENDLESS).subscribe(found -> {}, error -> {});
        CompletableFuture<@Nullable List<String>> waiting =
                rows(server, "select 'waiting'").toFuture();

        server.close();

        assertThat(waiting).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("clickhouse-read: closed");
        running.dispose();
        assertThatThrownBy(() -> rows(server, "select 'late'").block(PATIENCE)).hasMessageContaining("closed");
    }

    /** Refused and given up in one instant: nobody is to go on stopping what never ran. */
    @Test
    void whatWasRefused_isNotStopped() {
        List<String> stopped = new ArrayList<>();
        VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
        CountDownLatch end = new CountDownLatch(1);
        try (Lane lane = new Lane("lane", 1, 1, stopped::add)) {
            lane.run(call -> end.await(60, TimeUnit.SECONDS)).subscribe(found -> {}, error -> {});
            lane.run(call -> true).subscribe(found -> {}, error -> {});

            lane.run(call -> true).subscribe(new BaseSubscriber<Boolean>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.cancel();
                }
            });
            time.advanceTimeBy(Duration.ofSeconds(10));

            assertThat(stopped).hasSizeLessThanOrEqualTo(1);
        } finally {
            end.countDown();
            VirtualTimeScheduler.reset();
        }
    }

    /** A page behind slow counts: a dashboard must not take the list of deliveries away. */
    @Test
    void counts_leavePagesTheirPlaces() {
        Server server = server(1, 10, Duration.ofSeconds(60));
        Disposable counting = count(server, ENDLESS, PATIENCE).subscribe(found -> {}, error -> {});
        await().atMost(PATIENCE).until(() -> running() == 1);

        assertThat(one(rows(server, "select 'page'"))).containsExactly("page");

        counting.dispose();
        await().atMost(PATIENCE).until(() -> running() == 0);
    }

    /** However short the time for pages is. */
    @Test
    void aCount_hasItsOwnDeadline() {
        Server server = server(1, 10, Duration.ofSeconds(1));

        assertThatThrownBy(() -> count(server, ENDLESS, Duration.ofSeconds(7)).block(PATIENCE))
                .isInstanceOfSatisfying(
                        ServerException.class,
                        error -> assertThat(error.getCode()).isEqualTo(159));
    }

    @Test
    void whatWaitsLongerThanItsDeadline_endsThere() {
        Server server = server(1, 10, Duration.ofSeconds(60));
        Disposable counting = count(server, ENDLESS, PATIENCE).subscribe(found -> {}, error -> {});
        await().atMost(PATIENCE).until(() -> running() == 1);

        StepVerifier.create(count(server, "select 'waiting'", Duration.ofMillis(200)))
                .expectError(TimeoutException.class)
                .verify(PATIENCE);

        counting.dispose();
    }

    /** What waited has that much less time at work. */
    @Test
    void theDeadline_countsFromWhenItWasAskedFor() {
        Server server = server(1, 10, Duration.ofSeconds(60));
        Disposable counting = count(server, ENDLESS, PATIENCE).subscribe(found -> {}, error -> {});
        await().atMost(PATIENCE).until(() -> running() == 1);
        CompletableFuture<@Nullable List<String>> waiting = count(
                        server, "select toString(getSetting('max_execution_time'))", Duration.ofMinutes(10))
                .toFuture();

        counting.dispose();

        assertThat(waiting)
                .succeedsWithin(PATIENCE)
                .satisfies(left -> assertThat(
                                Double.parseDouble(Objects.requireNonNull(left).getFirst()))
                        .isLessThan(600));
    }

    /** A resolver that dawdles over its rows holds no place. */
    @Test
    void rows_areHandedOnByOtherThreads() {
        Server server = server(1, 10, Duration.ofSeconds(60));

        String withRows = one(
                rows(server, "select 'row'").map(found -> Thread.currentThread().getName()));
        String withAnError = one(rows(server, "no SQL")
                .thenReturn("")
                .onErrorResume(error -> Mono.just(Thread.currentThread().getName())));

        assertThat(List.of(withRows, withAnError)).noneMatch(thread -> thread.startsWith("clickhouse-"));
    }

    /** A profile that says "break" would give half an answer for a whole one. */
    @Test
    void everyStatement_saysThatHalfAnAnswerIsNone() throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer recorder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        recorder.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        recorder.start();
        try (Server server = new Server(new ClickHouseLogStoreSettings(
                URI.create("http://127.0.0.1:" + recorder.getAddress().getPort()),
                "default",
                "",
                "log",
                "",
                Limits.DEFAULT))) {
            rows(server, "select 'page'").onErrorComplete().block(PATIENCE);
            count(server, "select 'count'", PATIENCE).onErrorComplete().block(PATIENCE);
        } finally {
            recorder.stop(0);
        }

        assertThat(asked)
                .hasSize(2)
                .allSatisfy(query -> assertThat(query.split("&"))
                        .contains(
                                "timeout_overflow_mode=throw",
                                "read_overflow_mode=throw",
                                "result_overflow_mode=throw",
                                "group_by_overflow_mode=throw",
                                "sort_overflow_mode=throw",
                                "distinct_overflow_mode=throw",
                                "set_overflow_mode=throw",
                                "use_skip_indexes_if_final=1",
                                "use_skip_indexes_if_final_exact_mode=1"));
    }

    private static Mono<List<String>> count(Server server, String sql, Duration deadline) {
        return server.count(new Statement(sql, new Arguments()), RowReader::text, deadline);
    }

    private Server server(int reads, int waiting, Duration timeout) {
        Server server = new Server(ClickHouseLogStoreTest.settings(
                database, new Limits(reads, 1, 1, waiting, Duration.ofSeconds(10), timeout, 10, 1_000)));
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
