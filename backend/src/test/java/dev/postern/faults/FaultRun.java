package dev.postern.faults;

import dev.postern.faults.Ledger.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run: the load, the faults, and what is found when both are over. */
final class FaultRun {

    /** For how long what is under way may take to come to its end; longer than any claim or visibility time. */
    private static final Duration SETTLES = Duration.ofSeconds(150);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final Plan plan;
    private final Path folder;
    private final Clock clock = Clock.systemUTC();
    private final Instant start = clock.instant();

    FaultRun(Plan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
    }

    /** The long form: {@code FaultRun [--scenario S] [--minutes N] [--rate N]}. */
    static void main(String[] arguments) throws IOException {
        Plan plan = Plan.parse(arguments);
        Path folder = Files.createTempDirectory("postern-faults");
        System.out.printf("%s, its files are in %s%n", plan, folder);
        List<String> faults = new FaultRun(plan, folder).run();
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    /** What doesn't add up; empty where all does. */
    List<String> run() {
        try (var stores = new Stores(plan.scenario(), folder);
                var deployment = new Deployment(folder, stores);
                var receivers = new Receivers(clock)) {
            say("stores are up");
            deployment.start();
            say("processes are up");
            var api = new Api(List.of(deployment.member("api-0"), deployment.member("api-1")));
            var tenants = new Tenants(api, receivers);
            var faults = new Faults(plan, stores, deployment, clock);
            try (var publishers = new Publishers(api, tenants)) {
                publishers.start(plan.rate());
                faults.run();
                publishers.stop();
                deployment.awaitReady();
                say("all is well again");
                return settle(stores, deployment, receivers, api, tenants, faults, publishers);
            }
        }
    }

    private List<String> settle(
            Stores stores,
            Deployment deployment,
            Receivers receivers,
            Api api,
            Tenants tenants,
            Faults faults,
            Publishers publishers) {
        var queues = new Queues(stores);
        Instant end = clock.instant().plus(SETTLES);
        Map<String, Long> waiting = queues.waiting();
        Ledger ledger;
        do {
            while (!(waiting.isEmpty() && publishers.unknown().isEmpty())
                    && clock.instant().isBefore(end)) {
                Api.pause(LOOK_EVERY);
                waiting = queues.waiting();
            }
            Api.pause(LOOK_EVERY);
            ledger = Ledger.of(
                    publishers.acknowledged(),
                    publishers.unknown(),
                    receivers,
                    Log.read(api, tenants),
                    faults.outages());
            waiting = queues.waiting();
        } while (!(ledger.faults().isEmpty() && waiting.isEmpty())
                && clock.instant().isBefore(end));
        say("settled");
        List<String> found = new ArrayList<>(ledger.faults());
        waiting.forEach((queue, count) -> found.add("%d wait in %s".formatted(count, queue)));
        if (queues.retries() != ledger.count(Outcome.WAITING)) {
            found.add("%d retries are pending, %d wait for one"
                    .formatted(queues.retries(), ledger.count(Outcome.WAITING)));
        }
        var aftermath = new Aftermath(deployment);
        found.addAll(aftermath.faults());
        found.addAll(stores.redis().misplaced());
        System.out.println(ledger);
        System.out.printf(
                "%d events acknowledged, %d in doubt, %d tries, instead of an acknowledgement: %s%n",
                publishers.acknowledged().size(),
                publishers.unknown().size(),
                publishers.tries(),
                publishers.refusals());
        System.out.println(aftermath.summary());
        found.stream().skip(ledger.faults().size()).forEach(fault -> System.out.println("! " + fault));
        say(found.isEmpty() ? "all adds up" : "does not add up");
        return found;
    }

    private void say(String what) {
        System.out.printf(
                "%4d s  %s%n", Duration.between(start, clock.instant()).toSeconds(), what);
    }
}
