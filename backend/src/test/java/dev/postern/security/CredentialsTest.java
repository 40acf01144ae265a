package dev.postern.security;

import dev.postern.security.memory.MemoryPortalLinks;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class CredentialsTest {

    private final Credentials credentials = new Credentials(
            new SecuritySettings("", "jwt-secret", null),
            new MemoryPortalLinks(Clock.systemUTC()),
            tenantId -> Mono.just(true),
            Clock.systemUTC());

    /** The key was left empty: that must not make an operator of whoever sends an empty one. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "Bearer", "Bearer ", "Bearer  ", "bearer \t", "Bearer null", "Bearer \"\""})
    void authenticate_makesNobodyAnOperatorWithoutAKey(String authorization) {
        StepVerifier.create(credentials.authenticate(authorization)).verifyError(UnauthenticatedException.class);
    }
}
