package dev.postern.provider.webhook;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.NameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import reactor.netty.http.HttpResources;

/** One {@link GuardedResolver} for each of the client's event loops. */
final class GuardedResolverGroup extends AddressResolverGroup<InetSocketAddress> {

    private final Function<EventLoop, NameResolver<InetAddress>> names;
    private final Predicate<InetAddress> allowed;

    GuardedResolverGroup(Function<EventLoop, NameResolver<InetAddress>> names, Predicate<InetAddress> allowed) {
        this.names = names;
        this.allowed = allowed;
    }

    /** Asks the machine's name servers without blocking; an answer is kept as long as it says, at most 30 s. */
    static Function<EventLoop, NameResolver<InetAddress>> dns(Duration timeout) {
        return loop -> new DnsNameResolverBuilder(loop)
                .datagramChannelType(HttpResources.get().onChannelClass(DatagramChannel.class, loop))
                .queryTimeoutMillis(timeout.toMillis())
                .ttl(0, 30)
                .negativeTtl(5)
                .build();
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new GuardedResolver(executor, names.apply((EventLoop) executor), allowed);
    }
}
