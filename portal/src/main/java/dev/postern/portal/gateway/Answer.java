package dev.postern.portal.gateway;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The data of a gateway's answer. */
public final class Answer {

    private final JsonNode data;
    private final JsonMapper mapper;

    Answer(JsonNode data, JsonMapper mapper) {
        this.data = data;
        this.mapper = mapper;
    }

    /** The value of a field of the query's top level; empty where it is null. */
    public <T> Optional<T> find(String field, Class<T> type) {
        JsonNode node = data.path(field);
        return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(mapper.treeToValue(node, type));
    }

    /**
     * The value of a field of the query's top level.
     *
     * @throws GatewayException.NotFound where it is null
     */
    public <T> T require(String field, Class<T> type) {
        return find(field, type).orElseThrow(GatewayException.NotFound::new);
    }
}
