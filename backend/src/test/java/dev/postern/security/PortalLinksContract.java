package dev.postern.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.SettableClock;
import dev.postern.security.PortalLinks.PortalLink;
import dev.postern.security.PortalLinks.PortalPass;
import dev.postern.tenantstore.TenantSamples;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** What every store of one-time links does. */
public abstract class PortalLinksContract {

    protected final SettableClock clock = new SettableClock(TenantSamples.CREATED);

    protected abstract PortalLinks links();

    protected final PortalLink issue() {
        return Objects.requireNonNull(links().issue("acme").block());
    }

    /** A customer opens the link, and later opens it again from the history. */
    @Test
    void redeem_worksOnce() {
        var link = issue();

        assertThat(link.code()).matches("[A-Za-z0-9_-]{43}");
        assertThat(link.expiresAt()).isEqualTo(clock.instant().plus(PortalLinks.LIFETIME));
        assertThat(links().redeem(link.code()).block()).isEqualTo(new PortalPass("acme", link.expiresAt()));
        assertThat(links().redeem(link.code()).blockOptional()).isEmpty();
    }

    /** A double click sends the same link twice at once. */
    @Test
    void redeem_givesOneOfManyThePass() {
        var link = issue();

        List<PortalPass> passes = Flux.range(0, 20)
                .flatMap(i -> links().redeem(link.code()).subscribeOn(Schedulers.parallel()))
                .collectList()
                .block();

        assertThat(passes).hasSize(1);
    }

    /** The mail with the link is read after lunch. */
    @Test
    void redeem_refusesALapsedLink() {
        var link = issue();

        clock.advance(PortalLinks.LIFETIME);

        assertThat(links().redeem(link.code()).blockOptional()).isEmpty();
    }

    @Test
    void redeem_knowsNothingOfInventedCodes() {
        assertThat(links().redeem("invented").blockOptional()).isEmpty();
    }

    @Test
    void redeem_doesNothingUntilSubscribed() {
        var link = issue();

        links().redeem(link.code());

        assertThat(links().redeem(link.code()).blockOptional()).isPresent();
    }

    @Test
    void toString_hidesTheCode() {
        var link = issue();

        assertThat(link.toString()).doesNotContain(link.code());
    }
}
