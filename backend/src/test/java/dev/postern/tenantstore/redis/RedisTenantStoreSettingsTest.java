package dev.postern.tenantstore.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RedisTenantStoreSettingsTest {

    @Test
    void defaults_areOutposts() {
        assertThat(RedisTenantStoreSettings.withSecret("s"))
                .isEqualTo(new RedisTenantStoreSettings("s", 20, 100, 2_000, 500));
    }

    /** Settings get logged at start. */
    @Test
    void toString_hidesTheSecret() {
        assertThat(RedisTenantStoreSettings.withSecret("hunter2").toString())
                .contains("maxDestinationsPerTenant=20")
                .doesNotContain("hunter2");
    }

    @Test
    void unusableValues_areRefusedByName() {
        assertThatThrownBy(() -> RedisTenantStoreSettings.withSecret("")).hasMessageStartingWith("encryptionSecret: ");
        assertThatThrownBy(() -> RedisTenantStoreSettings.withSecret("s").withMaxDestinationsPerTenant(0))
                .hasMessage("maxDestinationsPerTenant: 0 (expected: >= 1)");
        assertThatThrownBy(() -> new RedisTenantStoreSettings("s", 1, 0, 1, 1))
                .hasMessageStartingWith("maxWriteAttempts");
        assertThatThrownBy(() -> new RedisTenantStoreSettings("s", 1, 1, 0, 1))
                .hasMessageStartingWith("maxReadsInFlight");
        assertThatThrownBy(() -> new RedisTenantStoreSettings("s", 1, 1, 1, 0)).hasMessageStartingWith("indexBatch");
    }
}
