package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.provider.PublishOutcome;
import dev.postern.provider.PublishOutcome.Delivered;
import dev.postern.provider.PublishOutcome.Rejected;
import io.netty.channel.EventLoop;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.DefaultNameResolver;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.NameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookGuardTest {

    private final Receiver receiver = Receiver.answering(200, "");
    private final AtomicInteger lookups = new AtomicInteger();

    @AfterEach
    void close() throws IOException {
        receiver.close();
    }

    /** A tenant owns a domain and points it inside. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00:ec2::254", "64:ff9b::7f00:1"})
    void publish_nameOfAPrivateAddress_isRefused(String address) {
        assertThat(publish(WebhookSettings.defaults(), url("hooks.evil.example"), address))
                .isEqualTo(new Rejected(
                        "address_refused",
                        "{\"error\":\"hooks.evil.example has no public address\"}",
                        Optional.empty()));
        assertThat(receiver.connections()).isZero();
    }

    /** Stored before the guard was on, or by another system. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"})
    void publish_literalPrivateAddress_isRefused(String host) {
        PublishOutcome outcome = publish(WebhookSettings.defaults(), url(host), "8.8.8.8");

        assertThat(outcome.code()).isEqualTo("address_refused");
        assertThat(receiver.connections()).isZero();
        assertThat(lookups).hasValue(0);
    }

    /** Other ways to write 127.0.0.1, which some resolvers understand. */
    @ParameterizedTest
    @ValueSource(strings = {"2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1"})
    void publish_oddlyWrittenAddress_reachesNobody(String host) {
        PublishOutcome outcome = publish(WebhookSettings.defaults(), url(host), "127.0.0.1");

        assertThat(outcome.code()).isIn("ERR", "address_refused", "dns_error");
        assertThat(receiver.connections()).isZero();
    }

    /** The same name, where the operator allows it. */
    @Test
    void publish_privateAllowed_isDeliveredByOneLookup() {
        assertThat(publish(Webhooks.settings(), url("inside.example"), "127.0.0.1"))
                .isInstanceOf(Delivered.class);
        assertThat(receiver.onlyRequest().headers()).containsEntry("host", "inside.example:" + receiver.port());
        assertThat(lookups).hasValue(1);
    }

    /** One good address among bad ones: only the good one is tried. */
    @Test
    void resolve_mixedAnswer_leavesThePublicOnes() throws Exception {
        assertThat(resolveAll(AddressGuard::isPublic, "127.0.0.1", "9.9.9.9", "::1", "1.1.1.1"))
                .containsExactly(socket("9.9.9.9"), socket("1.1.1.1"));
    }

    @Test
    void publish_unknownName_isADnsError() {
        Function<EventLoop, NameResolver<InetAddress>> unknown = loop -> new InetNameResolver(loop) {
            @Override
            protected void doResolve(String host, Promise<InetAddress> promise) {
                promise.setFailure(new UnknownHostException(host));
            }

            @Override
            protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
                promise.setFailure(new UnknownHostException(host));
            }
        };

        assertThat(publish(Webhooks.settings(), url("gone.example"), unknown))
                .isEqualTo(new PublishOutcome.Unreachable("dns_error"));
    }

    /** The resolver that is used in earnest knows the machine's own hosts file. */
    @Test
    void publish_realResolver_resolvesWithoutInjection() {
        try (WebhookProvider provider = Webhooks.provider(Webhooks.settings())) {
            assertThat(Webhooks.publish(provider, Webhooks.destination(url("localhost"))))
                    .isInstanceOf(Delivered.class);
        }
        try (WebhookProvider provider = Webhooks.provider(WebhookSettings.defaults())) {
            assertThat(Webhooks.publish(provider, Webhooks.destination(url("localhost")))
                            .code())
                    .isEqualTo("address_refused");
        }
    }

    private String url(String host) {
        return "http://%s:%d/hook".formatted(host, receiver.port());
    }

    private PublishOutcome publish(WebhookSettings settings, String url, String... addresses) {
        return publish(settings, url, loop -> answering(loop, addresses));
    }

    private static PublishOutcome publish(
            WebhookSettings settings, String url, Function<EventLoop, NameResolver<InetAddress>> names) {
        try (var provider = new WebhookProvider(settings, Webhooks.CLOCK, new SecureRandom(), names)) {
            return Webhooks.publish(provider, Webhooks.destination(url));
        }
    }

    private NameResolver<InetAddress> answering(EventExecutor executor, String... addresses) {
        return new DefaultNameResolver(executor) {
            @Override
            protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
                lookups.incrementAndGet();
                promise.setSuccess(
                        Arrays.stream(addresses).map(InetAddress::ofLiteral).toList());
            }
        };
    }

    private List<InetSocketAddress> resolveAll(Predicate<InetAddress> allowed, String... addresses) throws Exception {
        EventExecutor executor = ImmediateEventExecutor.INSTANCE;
        try (AddressResolver<InetSocketAddress> resolver =
                new GuardedResolver(executor, answering(executor, addresses), allowed)) {
            return resolver.resolveAll(InetSocketAddress.createUnresolved("mixed.example", 443))
                    .get();
        }
    }

    private static InetSocketAddress socket(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 443);
    }
}
