package dev.postern.benchmark.delivery;

import dev.postern.benchmark.delivery.Load.Result;
import dev.postern.benchmark.product.Gateway;
import dev.postern.benchmark.product.Meters;
import dev.postern.benchmark.report.DeliveryReport;
import dev.postern.benchmark.report.Machine;
import dev.postern.queue.DeliveryQueue;
import dev.postern.queue.QueueSettings;
import dev.postern.queue.rabbitmq.RabbitNames;
import dev.postern.queue.rabbitmq.RabbitQueues;
import dev.postern.queue.redis.RedisDeliveryQueue;
import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitSettings;
import dev.postern.redis.RedisConnection;
import dev.postern.redis.RedisSettings;
import dev.postern.servers.LocalRabbit;
import dev.postern.servers.OwnRedis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many events a second the whole product publishes, delivers and logs, how long that takes at half of it, and
 * what it costs: the product in a process of its own with all its roles, its stores in theirs, publisher and receiver
 * in this one. Prints tables, and writes them as JSON and as Markdown.
 */
final class DeliveryBenchmark {

    /** Of these many events between publication and receipt the one is taken that gives the highest rate. */
    private static final int[] UNDER_WAY = {32, 64, 128, 256, 512};

    private static final int LOOK_SECONDS = 5;
    private static final Pattern DESTINATION = Pattern.compile("des_\\w+");
    private static final String BARE = "bare";

    private final Options options;
    private final DeliveryReport report;

    private DeliveryBenchmark(Options options) {
        this.options = options;
        Map<String, Object> facts = Machine.facts();
        facts.put("queues", options.queue().title());
        facts.put("slots", options.slots());
        facts.put("destinations", options.destinations());
        facts.put("repetitions", options.repetitions());
        facts.put("seconds", options.seconds());
        facts.put("jvm", String.join(" ", options.arguments()));
        report = new DeliveryReport(facts);
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
        var benchmark = new DeliveryBenchmark(options);
        benchmark.run();
        benchmark.report.write(
                options.directory().resolve("result.json"), options.directory().resolve("result.md"));
        // The drivers' threads would keep the process.
        System.exit(0);
    }

    private void run() throws Exception {
        LocalRabbit broker = options.queue() == Options.Queue.RABBITMQ
                ? LocalRabbit.start().orElseThrow(() -> new IllegalStateException("rabbitmq-server is not installed"))
                : null;
        try (broker;
                OwnRedis server = OwnRedis.start();
                var redis = new RedisConnection(server.settings());
                LogDatabase log = LogDatabase.start(options.directory());
                var receiver = new Receiver()) {
            var meters = new Meters(redis);
            meters.watch("Redis", meters.redisProcess()).watch("PostgreSQL", log.process());
            if (broker != null) {
                meters.watch("RabbitMQ", broker.process());
            }
            String rabbit = broker == null ? null : broker.settings().url();
            if (options.parts().contains("rate")) {
                try (Gateway gateway = gateway(server.settings(), log.url(), rabbit)) {
                    rate(gateway, receiver, log, meters.watch("Postern", gateway.handle()));
                }
            }
            if (options.parts().contains(BARE)) {
                bare(server, broker == null ? null : broker.settings(), receiver);
            }
            if (options.parts().contains("memory")) {
                try (Gateway gateway = gateway(server.settings(), log.url(), rabbit)) {
                    new Waiting(gateway, server, meters, receiver, options).measure(report);
                }
            }
        }
    }

    private Gateway gateway(RedisSettings redis, String postgres, @Nullable String rabbit)
            throws IOException, InterruptedException {
        var settings = new HashMap<>(Map.of(
                "REDIS_HOST",
                redis.host(),
                "REDIS_PORT",
                Integer.toString(redis.port()),
                "POSTGRES_URL",
                postgres,
                "DELIVERY_MAX_CONCURRENCY",
                Integer.toString(options.slots()),
                "LOG_BATCH_THRESHOLD_SECONDS",
                "1",
                "POSTERN_QUEUE_CAPACITY",
                "10000000",
                "POSTERN_PARKED_TASKS_MAX",
                "100000000"));
        if (rabbit != null) {
            settings.put("RABBITMQ_SERVER_URL", rabbit);
        }
        return Gateway.start(options.directory(), options.arguments(), options.recording(), settings);
    }

    private void rate(Gateway gateway, Receiver receiver, LogDatabase log, Meters meters) throws Exception {
        Payloads payloads = Payloads.load(options.payloads());
        report.fact("payloads", payloads.toString());
        try (var publisher = new Publisher(gateway.port(), Gateway.KEY, payloads, options.destinations())) {
            populate(publisher, "http://127.0.0.1:%d/".formatted(receiver.port()), options.destinations());
            var load = new Load(publisher, receiver, log, meters);
            say("warm-up: " + load.closed(128, options.warmUp()));
            int underWay = bestUnderWay(load);
            List<Result> peaks = new ArrayList<>();
            List<Result> halves = new ArrayList<>();
            for (int i = 0; i < options.repetitions(); i++) {
                peaks.add(told("peak", load.closed(underWay, options.seconds())));
                double half = median(peaks, Result::sustained) / 2;
                halves.add(told("half", load.open(half, options.seconds())));
            }
            report.rate("peak, %d under way".formatted(underWay), figures(peaks));
            report.rate("half of that", figures(halves));
        }
    }

    private int bestUnderWay(Load load) throws InterruptedException {
        int best = UNDER_WAY[0];
        double rate = 0;
        for (int underWay : UNDER_WAY) {
            Result result = told(underWay + " under way", load.closed(underWay, LOOK_SECONDS));
            // What isn't clearly faster with more under way only waits longer.
            if (result.sustained() > rate * 1.03) {
                best = underWay;
                rate = result.sustained();
            }
        }
        return best;
    }

    private void bare(OwnRedis server, @Nullable RabbitSettings rabbit, Receiver receiver) throws Exception {
        var bare = new Bare(Payloads.load(options.payloads()));
        List<Double> posts = new ArrayList<>();
        List<Double> queued = new ArrayList<>();
        try (var redis = new RedisConnection(server.settings().withDeploymentId(BARE));
                RabbitConnection connection = rabbit == null ? null : new RabbitConnection(rabbit, BARE)) {
            DeliveryQueue queue = queue(redis, connection);
            bare.posts(receiver.port(), options.slots(), LOOK_SECONDS);
            bare.queued(queue, options.slots(), LOOK_SECONDS);
            for (int i = 0; i < options.repetitions(); i++) {
                posts.add(bare.posts(receiver.port(), options.slots(), LOOK_SECONDS));
                queued.add(bare.queued(queue, options.slots(), LOOK_SECONDS));
            }
        }
        report.bare("the HTTP client alone, %d at once".formatted(options.slots()), median(posts, rate -> rate));
        report.bare(
                "%s's queue alone, %d at once".formatted(options.queue().title(), options.slots()),
                median(queued, rate -> rate));
    }

    private static DeliveryQueue queue(RedisConnection redis, @Nullable RabbitConnection connection) {
        if (connection == null) {
            return new RedisDeliveryQueue(redis, QueueSettings.defaults());
        }
        var queues = new RabbitQueues(connection, redis, RabbitNames.of(BARE, BARE, BARE + "-log"), true);
        queues.ensure().block();
        return queues.delivery(QueueSettings.defaults());
    }

    /** Each tenant has one destination, which takes everything. Gives their ids. */
    static List<String> populate(Publisher publisher, String url, int tenants) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < tenants; i++) {
            String tenant = "tenant_" + i;
            publisher
                    .query("mutation { upsertTenant(input: {id: \"%s\"}) { created } }".formatted(tenant))
                    .block();
            String answer = String.valueOf(publisher
                    .query(("mutation { createDestination(input: {tenantId: \"%s\", type: \"webhook\", topics: [\"*\"],"
                                    + " config: {url: \"%s\"}}) { destination { id } userErrors { message } } }")
                            .formatted(tenant, url))
                    .block());
            Matcher id = DESTINATION.matcher(answer);
            if (!id.find()) {
                throw new IllegalStateException(answer);
            }
            ids.add(id.group());
        }
        return ids;
    }

    private static Map<String, Double> figures(List<Result> results) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(DeliveryReport.RATE, median(results, Result::sustained));
        figures.put("receiveP50Ms", median(results, Result::receiveP50));
        figures.put("receiveP99Ms", median(results, Result::receiveP99));
        figures.put("logP50Ms", median(results, Result::logP50));
        figures.put("logP99Ms", median(results, Result::logP99));
        results.getFirst()
                .spent()
                .keySet()
                .forEach(name -> figures.put(
                        name, median(results, result -> result.spent().get(name))));
        return figures;
    }

    private static Result told(String what, Result result) {
        say(what + ": " + result);
        return result;
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
        List<Double> sorted = all.stream()
                .map(figure::applyAsDouble)
                .sorted(Comparator.naturalOrder())
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
