package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.api.cost.CostBudgets;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.settings.QuotaSettings;
import dev.postern.fakes.Said;
import dev.postern.json.Json;
import dev.postern.quota.Quota;
import dev.postern.quota.QuotaStore;
import dev.postern.quota.redis.RedisQuotaStore;
import dev.postern.redis.RedisConnection;
import dev.postern.security.TenantTokens;
import dev.postern.servers.OwnRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Two processes and one Redis: a tenant that asks both has one budget, and Redis may be away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedBudgetTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Costs 10, asked and answered. */
    private static final String TEN = "{ deliveries(first: 10) { pageInfo { hasNextPage } } }";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final OwnRedis redis = OwnRedis.start();
    private final List<ConfigurableApplicationContext> processes = List.of(start(), start());

    @BeforeAll
    void prepare() {
        for (int process = 0; process < 2; process++) {
            for (String id : List.of("race", "outage")) {
                ask(
                                process,
                                ApiTestApplication.API_KEY,
                                "mutation { upsertTenant(input: {id: \"" + id + "\"}) { created } }")
                        .join();
            }
        }
    }

    @AfterAll
    void stop() {
        processes.forEach(ConfigurableApplicationContext::close);
        redis.close();
    }

    /** Nobody gets more by asking at once, or by asking several processes. */
    @Test
    void budget_isOneForAllProcesses() {
        String token = tokenOf("race");
        List<CompletableFuture<String>> answers =
                IntStream.range(0, 64).mapToObj(n -> ask(n % 2, token, TEN)).toList();
        List<String> bodies = answers.stream().map(CompletableFuture::join).toList();

        long taken =
                bodies.stream().filter(body -> body.contains("hasNextPage")).count();
        // 100 at once; a machine that is held up for ten seconds sees one more come back.
        assertThat(taken).isBetween(10L, 15L);
        assertThat(bodies)
                .filteredOn(body -> !body.contains("hasNextPage"))
                .allMatch(body -> body.contains("RATE_LIMITED"));
    }

    /** Its operators start it anew: queries go on, and the log says so in a line. */
    @Test
    void budget_thatIsOutOfReachRefusesNobody() {
        String token = tokenOf("outage");
        try (var said = new Said(CostBudgets.class)) {
            redis.stop();
            for (int i = 0; i < 30; i++) {
                assertThat(ask(0, token, TEN).join())
                        .contains("hasNextPage", "\"capacity\":100")
                        .doesNotContain("remaining", "errors");
            }
            redis.startAgain();
            await().atMost(PATIENCE).until(() -> ask(0, token, TEN).join().contains("\"remaining\":"));

            assertThat(said.lines()).hasSize(2);
            assertThat(said.lines().getFirst()).contains("out of reach, queries run uncharged");
            assertThat(said.lines().getLast()).contains("there again");
            assertThat(said.stackTraces()).isZero();
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(ApiTestApplication.class, OnRedis.class)
                .initializers(context ->
                        context.getBeanFactory().registerSingleton("redis", new RedisConnection(redis.settings())))
                .run(
                        "--server.port=0",
                        "--spring.config.location=optional:classpath:/none/",
                        "--logging.level.root=WARN",
                        "--logging.level.dev.postern.api.cost=INFO");
    }

    private String tokenOf(String tenantId) {
        return processes
                .getFirst()
                .getBean(TenantTokens.class)
                .issue(tenantId, Duration.ofHours(1))
                .token();
    }

    private CompletableFuture<String> ask(int process, String credentials, String query) {
        String port = processes.get(process).getEnvironment().getRequiredProperty("local.server.port");
        return CLIENT.sendAsync(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/graphql"))
                                .header("Authorization", "Bearer " + credentials)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"query\":" + Json.write(query) + "}"))
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class OnRedis {

        @Bean
        @Primary
        QuotaStore sharedQuotaStore(RedisConnection redis) {
            return new RedisQuotaStore(redis);
        }

        @Bean
        @Primary
        ApiSettings narrowSettings() {
            return ApiSettings.of(ApiTestApplication.TOPICS, false, null)
                    .withQuotas(new QuotaSettings(new Quota(100, 1), null, Duration.ofSeconds(10)));
        }
    }
}
