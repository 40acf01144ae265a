package dev.postern.fakes;

import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.ProviderRegistry;
import dev.postern.provider.PublishOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Answers as told, and remembers what it was given. */
public final class ScriptedProvider implements DestinationProvider {

    public static final String TYPE = "scripted";

    public static final PublishOutcome DELIVERED =
            new PublishOutcome.Delivered("200", "{\"status\":200,\"body\":\"ok\"}");
    public static final PublishOutcome REJECTED =
            new PublishOutcome.Rejected("503", "{\"status\":503,\"body\":\"busy\"}", Optional.empty());

    private final List<DeliveryTask> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private volatile Function<DeliveryTask, Mono<PublishOutcome>> script = task -> Mono.just(DELIVERED);

    public void answer(PublishOutcome outcome) {
        script = task -> Mono.just(outcome);
    }

    public void answer(Function<DeliveryTask, Mono<PublishOutcome>> newScript) {
        script = newScript;
    }

    public ProviderRegistry alone() {
        return new ProviderRegistry(List.of(this));
    }

    /** What it was given, in order. */
    public List<DeliveryTask> attempts() {
        return attempts;
    }

    public List<Integer> attemptNumbers() {
        return attempts.stream().map(DeliveryTask::attempt).toList();
    }

    public int running() {
        return running.get();
    }

    public int mostAtOnce() {
        return mostAtOnce.get();
    }

    public int cancelled() {
        return cancelled.get();
    }

    @Override
    public Mono<PublishOutcome> publish(Destination destination, DeliveryTask task) {
        return Mono.defer(() -> {
            attempts.add(task);
            mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
            var ended = new AtomicBoolean();
            Runnable end = () -> {
                if (!ended.getAndSet(true)) {
                    running.decrementAndGet();
                }
            };
            return script.apply(task)
                    .doOnSuccess(outcome -> end.run())
                    .doOnError(e -> end.run())
                    .doOnCancel(() -> {
                        end.run();
                        cancelled.incrementAndGet();
                    });
        });
    }

    @Override
    public DestinationType type() {
        return new DestinationType(TYPE, "Scripted", "Answers as told", "<svg/>", List.of(), List.of(), "");
    }

    @Override
    public List<FieldFault> validate(Destination destination) {
        return List.of();
    }

    @Override
    public Optional<Destination> rotateSecret(Destination destination, Duration overlap) {
        return Optional.empty();
    }

    @Override
    public Target target(Destination destination) {
        return new Target(destination.id(), Optional.empty());
    }
}
