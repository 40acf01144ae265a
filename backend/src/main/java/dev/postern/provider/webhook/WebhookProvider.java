package dev.postern.provider.webhook;

import dev.postern.json.Json;
import dev.postern.model.DeliveryTask;
import dev.postern.model.Destination;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Malformed;
import dev.postern.provider.RateLimit;
import io.netty.channel.EventLoop;
import io.netty.resolver.NameResolver;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import reactor.core.publisher.Mono;

/**
 * Delivers events as signed HTTP requests. A status of 2xx, answered whole and in time, is a delivery;
 * everything else, redirects too, is a failure. Close it to close its connections.
 */
public final class WebhookProvider implements DestinationProvider, AutoCloseable {

    private final Clock clock;
    private final Signing signing;
    private final WebhookFaults faults;
    private final RequestAssembler assembler;
    private final WebhookClient client;
    private final DestinationType type;

    /**
     * A provider that does nothing yet.
     *
     * @param random where secrets come from; must be cryptographically strong
     * @throws IllegalArgumentException for a template that says more than a field's name
     */
    public WebhookProvider(WebhookSettings settings, Clock clock, RandomGenerator random) {
        this(settings, clock, random, GuardedResolverGroup.dns(settings.http().deadline()));
    }

    WebhookProvider(
            WebhookSettings settings,
            Clock clock,
            RandomGenerator random,
            Function<EventLoop, NameResolver<InetAddress>> names) {
        this.clock = clock;
        signing = switch (settings.mode()) {
            case DEFAULT -> new DefaultSigning(settings.signatures(), random);
            case STANDARD -> new StandardSigning(random);
        };
        SystemHeaders headers = SystemHeaders.of(settings.mode(), settings.headers());
        faults = new WebhookFaults(settings.allowPrivate(), headers.prefix(), signing);
        assembler = new RequestAssembler(settings, signing);
        client = new WebhookClient(
                settings.http(),
                new GuardedResolverGroup(names, settings.allowPrivate() ? any -> true : AddressGuard::isPublic),
                clock);
        type = WebhookType.of(settings.mode(), headers);
    }

    @Override
    public DestinationType type() {
        return type;
    }

    @Override
    public List<FieldFault> validate(Destination destination) {
        return faults.in(destination);
    }

    @Override
    public Destination prepare(Destination destination) {
        return destination.withCredentials(Secrets.complete(destination.credentials(), signing, clock.instant()));
    }

    @Override
    public Optional<Destination> rotateSecret(Destination destination, Duration overlap) {
        Instant now = clock.instant();
        return Optional.of(destination.withCredentials(
                Secrets.rotated(destination.credentials(), signing, now, now.plus(overlap))));
    }

    @Override
    public Optional<RateLimit> rateLimit(Destination destination) {
        return RateLimits.of(destination.config().get(RateLimits.KEY));
    }

    @Override
    public Target target(Destination destination) {
        String url = destination.config().getOrDefault(WebhookType.URL, "");
        try {
            URI uri = WebhookUrl.parse(url);
            String label = "%s://%s%s".formatted(uri.getScheme(), uri.getRawAuthority(), uri.getRawPath());
            return new Target(label, Optional.of(label));
        } catch (MalformedRequestException e) {
            return new Target("(no valid URL)", Optional.empty());
        }
    }

    @Override
    public Mono<PublishOutcome> publish(Destination destination, DeliveryTask task) {
        return Mono.fromCallable(() -> assembler.assemble(destination, task.event(), clock.instant()))
                .flatMap(client::send)
                .onErrorResume(
                        MalformedRequestException.class,
                        e -> Mono.just(new Malformed(Json.write(Map.of("error", String.valueOf(e.getMessage()))))));
    }

    /** Closes the connections; attempts under way fail. */
    @Override
    public void close() {
        client.close();
    }
}
