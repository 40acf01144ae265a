package dev.postern.faults;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Breaks one thing after another, each for a while, and remembers when. */
final class Faults {

    private static final Duration RESTART = Duration.ofSeconds(2);
    private static final Duration DELAYED = Duration.ofSeconds(6);
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(5);

    private final Plan plan;
    private final Stores stores;
    private final Deployment deployment;
    private final Clock clock;
    private final List<Outage> outages = new ArrayList<>();

    Faults(Plan plan, Stores stores, Deployment deployment, Clock clock) {
        this.plan = plan;
        this.stores = stores;
        this.deployment = deployment;
        this.clock = clock;
    }

    List<Outage> outages() {
        return outages;
    }

    /** At least one round: each fault once. In the rounds that follow the other process of a role has its turn. */
    void run() {
        Instant end = clock.instant().plus(plan.load());
        for (int round = 0; round == 0 || clock.instant().isBefore(end); round++) {
            for (Fault fault : round(round % 2)) {
                if (round > 0 && !clock.instant().isBefore(end)) {
                    return;
                }
                run(fault);
            }
        }
        Duration left = Duration.between(clock.instant(), end);
        if (left.isPositive()) {
            Api.pause(left);
        }
    }

    private void run(Fault fault) {
        Api.pause(plan.pause());
        Instant from = clock.instant();
        System.out.printf("%s %s for %s%n", from, fault.what, fault.lasts);
        fault.breaks.run();
        Api.pause(fault.lasts);
        fault.mends.run();
        outages.add(new Outage(fault.what, from, clock.instant(), fault.mayRepeat));
        if (plan.pause().compareTo(LONG_PAUSE) >= 0) {
            deployment.awaitReady();
        }
    }

    private List<Fault> round(int which) {
        List<Fault> round = new ArrayList<>();
        // What takes longest to come back comes first, so that a short run needs not wait for it at its end.
        round.add(kill("log-" + which, false));
        for (int i = 0; i < stores.redis().nodes().size(); i++) {
            RedisNode node = stores.redis().nodes().get(i);
            round.add(new Fault("Redis %d killed".formatted(i), RESTART, true, node::kill, () -> {
                node.startAgain();
                stores.redis().awaitWhole();
            }));
        }
        round.add(kill("delivery-" + which, true));
        round.add(kill("retry-" + which, false));
        stores.rabbit()
                .ifPresent(rabbit ->
                        round.add(new Fault("RabbitMQ killed", RESTART, false, rabbit::kill, rabbit::startAgain)));
        round.add(new Fault(
                "PostgreSQL stopped",
                plan.storeOutage(),
                false,
                stores.postgres()::stop,
                stores.postgres()::startAgain));
        round.add(kill("api-" + which, false));
        round.add(new Fault(
                "network delayed by %d ms".formatted(DELAY.toMillis()),
                DELAYED,
                false,
                () -> stores.delay(DELAY),
                () -> stores.delay(Duration.ZERO)));
        return round;
    }

    private Fault kill(String name, boolean mayRepeat) {
        Member member = deployment.member(name);
        return new Fault(name + " killed", Duration.ZERO, mayRepeat, member::kill, member::startAgain);
    }

    private record Fault(String what, Duration lasts, boolean mayRepeat, Runnable breaks, Runnable mends) {}
}
