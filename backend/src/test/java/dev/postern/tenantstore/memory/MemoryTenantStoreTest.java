package dev.postern.tenantstore.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.tenantstore.TenantStore.UpsertedTenant;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

final class MemoryTenantStoreTest {

    @Test
    void upsertTenant_isReadBack() {
        var store = new MemoryTenantStore(Clock.systemUTC());
        StepVerifier.create(store.upsertTenant("acme", null))
                .assertNext(upserted -> assertThat(upserted.created()).isTrue())
                .verifyComplete();
        StepVerifier.create(store.upsertTenant("acme", null).map(UpsertedTenant::created))
                .expectNext(false)
                .verifyComplete();
        StepVerifier.create(store.retrieveTenant("acme")).expectNextCount(1).verifyComplete();
    }
}
