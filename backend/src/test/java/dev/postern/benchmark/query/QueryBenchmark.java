package dev.postern.benchmark.query;

import dev.postern.benchmark.PostgresSeed;
import dev.postern.benchmark.PostgresServer;
import dev.postern.benchmark.product.Gateway;
import dev.postern.benchmark.product.Meters;
import dev.postern.benchmark.product.PostgresProcess;
import dev.postern.benchmark.query.Asker.Load;
import dev.postern.benchmark.query.Asker.Request;
import dev.postern.benchmark.report.Machine;
import dev.postern.benchmark.report.QueryReport;
import dev.postern.json.Json;
import dev.postern.migrations.PostgresUrl;
import dev.postern.redis.RedisConnection;
import dev.postern.servers.OwnRedis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How many queries a second the gateway answers, how long they take and what they cost; beside it, in turns, a bare
 * handler that returns the same bytes, and one that sends the same statements to the database before it does. The
 * gateway, the handlers, PostgreSQL and Redis are processes of their own, whoever asks is in this one.
 */
final class QueryBenchmark {

    private final Options options;
    private final QueryReport report;

    private QueryBenchmark(Options options) {
        this.options = options;
        Map<String, Object> facts = Machine.facts();
        facts.put("events", options.events());
        facts.put("connections", options.connections());
        facts.put("repetitions", options.repetitions());
        facts.put("seconds", options.seconds());
        facts.put("jvm", String.join(" ", options.arguments()));
        report = new QueryReport(facts);
    }

    static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            System.exit(2);
            return;
        }
        var benchmark = new QueryBenchmark(options);
        benchmark.run();
        benchmark.report.write(
                options.own().resolve("result.json"), options.own().resolve("result.md"));
        // The drivers' threads would keep the process.
        System.exit(0);
    }

    private void run() throws Exception {
        Files.createDirectories(options.own());
        try (PostgresServer server = PostgresServer.start(null, options.directory());
                OwnRedis redis = OwnRedis.start();
                var connection = new RedisConnection(redis.settings())) {
            PostgresUrl log = new PostgresSeed(server, options.events(), 1).run();
            Map<String, String> settings = Map.of(
                    "REDIS_HOST", redis.settings().host(),
                    "REDIS_PORT", Integer.toString(redis.settings().port()),
                    "POSTGRES_URL", url(log),
                    "POSTERN_ROLES", "api");
            try (Gateway gateway = Gateway.start(options.own(), options.arguments(), options.recording(), settings);
                    var asker = new Asker(gateway.port(), Gateway.KEY)) {
                populate(asker);
                List<Subject> subjects = new ArrayList<>();
                subjects.add(new Subject(QueryReport.GATEWAY, asker, question -> "/graphql"));
                for (Question question : Question.ALL) {
                    Files.write(options.own().resolve(question.path()), answer(asker, question.body()));
                }
                Process bare = bare(url(log));
                try (var bareAsker = new Asker(port(), "none")) {
                    subjects.add(new Subject(QueryReport.BYTES, bareAsker, question -> "/bytes/" + question.path()));
                    subjects.add(new Subject(QueryReport.SQL, bareAsker, question -> "/sql/" + question.path()));
                    var meters = new Meters(connection)
                            .watch("Redis", new Meters(connection).redisProcess())
                            .watch("PostgreSQL", PostgresProcess.of(options.directory()))
                            .watch(QueryReport.GATEWAY, gateway.handle())
                            .watch("bare", bare.toHandle());
                    measure(subjects, meters);
                } finally {
                    bare.destroy();
                }
            }
        }
    }

    private void measure(List<Subject> subjects, Meters meters) {
        for (Subject subject : subjects) {
            int seconds = subject.name().equals(QueryReport.GATEWAY) ? options.warmUp() : options.warmUp() / 4;
            subject.ask(Question.MIXED, options.mixed(), Math.max(1, seconds));
        }
        Map<String, List<Question>> loads = new LinkedHashMap<>();
        Question.ALL.forEach(question -> loads.put(question.name(), List.of(question)));
        String mixed = "mixed, %d connections".formatted(options.mixed());
        loads.put(mixed, Question.MIXED);
        loads.forEach((name, questions) -> {
            int atOnce = name.equals(mixed) ? options.mixed() : options.connections();
            Map<String, List<Measured>> found = new LinkedHashMap<>();
            for (int i = 0; i < options.repetitions(); i++) {
                for (Subject subject : subjects) {
                    Map<String, Double> before = meters.read();
                    Load load = subject.ask(questions, atOnce, options.seconds());
                    found.computeIfAbsent(subject.name(), key -> new ArrayList<>())
                            .add(new Measured(load, Meters.perEvent(before, meters.read(), load.answers())));
                }
            }
            found.forEach((subject, all) -> report.load(name, subject, figures(subject, all)));
        });
    }

    private static Map<String, Double> figures(String subject, List<Measured> all) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(QueryReport.RATE, median(all, one -> one.load().perSecond()));
        figures.put("p50Ms", median(all, one -> one.load().p50()));
        figures.put("p99Ms", median(all, one -> one.load().p99()));
        String process = subject.equals(QueryReport.GATEWAY) ? QueryReport.GATEWAY : "bare";
        figures.put("processorMs", median(all, one -> one.spent().getOrDefault(process, 0.0)));
        figures.put("PostgreSQL", median(all, one -> one.spent().getOrDefault("PostgreSQL", 0.0)));
        figures.put("Redis", median(all, one -> one.spent().getOrDefault("Redis", 0.0)));
        return figures;
    }

    /** The tenant whose deliveries are asked for, and its destinations, by the names that the log has. */
    private static void populate(Asker asker) {
        mutate(asker, "upsertTenant(input: {id: \"%s\"}) { created }".formatted(Question.TENANT));
        for (String id : List.of("des_1_0", "des_1_1")) {
            mutate(
                    asker,
                    ("createDestination(input: {id: \"%s\", tenantId: \"%s\", type: \"webhook\", topics: [\"*\"],"
                                    + " config: {url: \"http://127.0.0.1:9/\"}}) { userErrors { message } }")
                            .formatted(id, Question.TENANT));
        }
    }

    private static void mutate(Asker asker, String mutation) {
        answer(asker, Json.write(Map.of("query", "mutation { " + mutation + " }")));
    }

    private static byte[] answer(Asker asker, String body) {
        byte[] answer = Objects.requireNonNull(asker.ask("/graphql", body).block());
        String text = new String(answer, StandardCharsets.UTF_8);
        if (text.contains("\"errors\"") || text.contains("\"message\"") || text.contains("\"destination\":null")) {
            throw new IllegalStateException(text);
        }
        return answer;
    }

    private Process bare(String url) throws IOException {
        Files.deleteIfExists(options.own().resolve(BareServer.PORT));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlogback.configurationFile=benchmark-logback.xml"));
        command.addAll(options.arguments());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                BareServer.class.getName(),
                url,
                options.own().toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(options.own().resolve("bare.log").toFile())
                .start();
    }

    private int port() throws IOException, InterruptedException {
        Path file = options.own().resolve(BareServer.PORT);
        for (int i = 0; i < 300; i++) {
            String port = Files.exists(file) ? Files.readString(file) : "";
            if (!port.isEmpty()) {
                return Integer.parseInt(port);
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("what the gateway is compared with doesn't start; see bare.log");
    }

    private static String url(PostgresUrl url) {
        return "postgres://%s:%s@%s:%d/%s"
                .formatted(url.user(), url.password(), url.host(), url.port(), url.database());
    }

    private static double median(List<Measured> all, ToDoubleFunction<Measured> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private record Measured(Load load, Map<String, Double> spent) {}

    /** Who is asked, and where. */
    private record Subject(String name, Asker asker, Function<Question, String> path) {

        Load ask(List<Question> questions, int atOnce, int seconds) {
            return asker.ask(
                    questions.stream()
                            .map(question -> new Request(path.apply(question), question.body()))
                            .toList(),
                    atOnce,
                    seconds);
        }
    }
}
