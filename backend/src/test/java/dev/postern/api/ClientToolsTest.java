package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.servers.NodePrograms;
import org.junit.jupiter.api.Test;

class ClientToolsTest extends ApiTest {

    /** Somebody starts a client by fetching the schema, and has types and queries made of it. */
    @Test
    void toolsOfOthers_runOnTheServedSchema() {
        assertThat(NodePrograms.run("tools", "http://localhost:" + port + "/graphql", OPERATOR))
                .containsExactly("get-graphql-schema", "graphql-codegen", "relay-compiler");
    }
}
