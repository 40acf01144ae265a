package dev.postern.portal.gateway;

import java.util.Map;

/**
 * One GraphQL request.
 *
 * @param operation its name, by which the gateway's log knows it
 * @param query the document's text
 * @param variables what its variables stand for
 */
record Call(String operation, String query, Map<String, Object> variables) {

    Call {
        variables = Map.copyOf(variables);
    }

    Map<String, Object> body() {
        return Map.of("operationName", operation, "query", query, "variables", variables);
    }
}
