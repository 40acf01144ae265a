package dev.postern.portal.gateway;

import java.util.Map;

/** One GraphQL request: the document's text, and what its variables stand for. */
record Call(String query, Map<String, Object> variables) {

    Call {
        variables = Map.copyOf(variables);
    }

    Map<String, Object> body() {
        return Map.of("query", query, "variables", variables);
    }
}
