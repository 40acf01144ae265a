package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.json.Json;
import dev.postern.servers.NodePrograms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpAuditsTest extends ApiTest {

    /** A client that somebody wrote by the specification of GraphQL over HTTP alone. */
    @Test
    void everyAuditOfGraphqlHttp_passes() {
        List<Map<String, ?>> audits =
                NodePrograms.run("audits", "http://localhost:" + port + "/graphql", OPERATOR).stream()
                        .<Map<String, ?>>map(Json::parseObject)
                        .toList();

        assertThat(audits).hasSize(61);
        assertThat(audits)
                .filteredOn(audit -> !"ok".equals(audit.get("status")))
                .isEmpty();
    }
}
