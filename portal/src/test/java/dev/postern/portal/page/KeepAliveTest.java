package dev.postern.portal.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import org.junit.jupiter.api.Test;

/** A browser asks for page after page on one connection, some answered at once and some on another thread. */
class KeepAliveTest extends PortalTest {

    @Test
    void connection_goesOnAnswering() {
        Visitor visitor = stranger();
        for (int i = 0; i < 200; i++) {
            assertThat(visitor.get("/nothing").status()).isEqualTo(404);
            assertThat(visitor.get("/portal/sign-in").status()).isEqualTo(200);
        }
    }
}
