package dev.postern.security.memory;

import dev.postern.security.LinkCodes;
import dev.postern.security.PortalLinks;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** One-time links that last as long as the process. */
public final class MemoryPortalLinks implements PortalLinks {

    private final Map<String, PortalPass> passes = new ConcurrentHashMap<>();
    private final Clock clock;

    public MemoryPortalLinks(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Mono<PortalLink> issue(String tenantId) {
        return Mono.fromSupplier(() -> {
            Instant now = clock.instant();
            passes.values().removeIf(pass -> !now.isBefore(pass.expiresAt()));
            var link = new PortalLink(LinkCodes.fresh(), now.plus(LIFETIME));
            passes.put(LinkCodes.digest(link.code()), new PortalPass(tenantId, link.expiresAt()));
            return link;
        });
    }

    @Override
    public Mono<PortalPass> redeem(String code) {
        return Mono.fromSupplier(() -> passes.remove(LinkCodes.digest(code)))
                .filter(pass -> clock.instant().isBefore(pass.expiresAt()));
    }
}
