package dev.postern.portal.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Slows down those who guess: so many failures per address and window, over a bounded number of addresses. */
public final class SignInThrottle {

    /** Half of an IPv6 address: one household holds all addresses that share it. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private final Cache<String, AtomicInteger> failures;
    private final int maxFailures;

    public SignInThrottle(SessionSettings settings, Clock clock) {
        this.maxFailures = settings.maxFailures();
        this.failures = Caffeine.newBuilder()
                .maximumSize(settings.maxAddresses())
                .expireAfterWrite(settings.window())
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .executor(Runnable::run)
                .build();
    }

    /** Whether another attempt from there is welcome. */
    public boolean allows(@Nullable InetSocketAddress from) {
        AtomicInteger count = failures.getIfPresent(network(from));
        return count == null || count.get() < maxFailures;
    }

    /** Notes a failed attempt. */
    public void failed(@Nullable InetSocketAddress from) {
        failures.get(network(from), key -> new AtomicInteger()).incrementAndGet();
    }

    private static String network(@Nullable InetSocketAddress from) {
        InetAddress address = from == null ? null : from.getAddress();
        if (address == null) {
            return "unknown";
        }
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, IPV6_NETWORK_BYTES)));
    }
}
