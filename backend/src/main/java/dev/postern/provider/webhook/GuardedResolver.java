package dev.postern.provider.webhook;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.NameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;

/**
 * Resolves a host once and lets through only the addresses that may be reached. The client connects to
 * the very addresses that come out, so no second answer of a name server can slip in between.
 */
final class GuardedResolver extends AbstractAddressResolver<InetSocketAddress> {

    private final NameResolver<InetAddress> names;
    private final Predicate<InetAddress> allowed;

    GuardedResolver(EventExecutor executor, NameResolver<InetAddress> names, Predicate<InetAddress> allowed) {
        super(executor, InetSocketAddress.class);
        this.names = names;
        this.allowed = allowed;
    }

    /** Never: the client connects to resolved addresses unasked, and a URL may hold a literal one. */
    @Override
    protected boolean doIsResolved(InetSocketAddress address) {
        return false;
    }

    @Override
    protected void doResolve(InetSocketAddress address, Promise<InetSocketAddress> promise) {
        Promise<List<InetSocketAddress>> all = executor().newPromise();
        all.addListener((FutureListener<List<InetSocketAddress>>) done -> {
            if (done.isSuccess()) {
                promise.trySuccess(done.getNow().getFirst());
            } else {
                promise.tryFailure(done.cause());
            }
        });
        doResolveAll(address, all);
    }

    @Override
    protected void doResolveAll(InetSocketAddress address, Promise<List<InetSocketAddress>> promise) {
        if (!address.isUnresolved()) {
            settle(address, List.of(address.getAddress()), promise);
            return;
        }
        Future<List<InetAddress>> answer = names.resolveAll(address.getHostString());
        answer.addListener((FutureListener<List<InetAddress>>) done -> {
            if (done.isSuccess()) {
                settle(address, done.getNow(), promise);
            } else {
                promise.tryFailure(done.cause());
            }
        });
    }

    @Override
    public void close() {
        names.close();
    }

    private void settle(InetSocketAddress asked, List<InetAddress> found, Promise<List<InetSocketAddress>> promise) {
        List<InetSocketAddress> reachable = found.stream()
                .filter(allowed)
                .map(address -> new InetSocketAddress(address, asked.getPort()))
                .toList();
        if (reachable.isEmpty()) {
            promise.tryFailure(new AddressRefusedException(asked.getHostString()));
        } else {
            promise.trySuccess(reachable);
        }
    }
}
