package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.DeliveryStatus;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.graphql.execution.GraphQlSource;

/**
 * However many rows an answer has, it takes as many store calls: for every way through the schema that follows three
 * relations from a list, also those that are added to it some day.
 */
class FanOutWalkTest extends ApiTest {

    private static final int RELATIONS = 3;
    private static final int TENANTS = 4;
    private static final int EVENTS = 4;
    private static final String ROWS = "ROWS";

    @Autowired
    GraphQlSource source;

    @Test
    void moreRows_takeNoMoreCalls() {
        for (int t = 0; t < TENANTS; t++) {
            String tenant = "rows" + t;
            tenant(tenant);
            for (String destination : List.of("d1", "d2")) {
                destination(tenant, destination);
                for (int e = 0; e < EVENTS; e++) {
                    logged(tenant, destination + "evt_" + e, destination, 1, DeliveryStatus.FAILED, "{}");
                    logged(tenant, destination + "evt_" + e, destination, 2, DeliveryStatus.FAILED, "{}");
                }
            }
        }
        List<String> ways = ways();

        assertThat(ways).hasSizeGreaterThan(200);
        for (String way : ways) {
            int few = callsOf(way, 1).size();
            assertThat(callsOf(way, 2)).as(way).hasSizeLessThanOrEqualTo(few);
        }
    }

    private List<String> callsOf(String way, int rows) {
        calls.reset();
        assertThat(text(OPERATOR, way.replace(ROWS, Integer.toString(rows))))
                .as(way)
                .doesNotContain("\"errors\"");
        return calls.names();
    }

    /** Documents, each of which follows relations from one of the root's lists. */
    private List<String> ways() {
        List<String> ways = new ArrayList<>();
        for (GraphQLFieldDefinition root : source.schema().getQueryType().getFieldDefinitions()) {
            if (isList(root.getType())
                    && GraphQLTypeUtil.unwrapAll(root.getType()) instanceof GraphQLFieldsContainer
                    && SchemaSelections.needsNothing(root)) {
                from(root, RELATIONS).forEach(way -> ways.add("{ " + way + " }"));
            }
        }
        return ways;
    }

    /** Whatever ends in an object's plain fields, by way of so many more relations. */
    private static List<String> from(GraphQLFieldDefinition field, int more) {
        GraphQLNamedType type = GraphQLTypeUtil.unwrapAll(field.getType());
        boolean connection = type.getName().endsWith("Connection");
        GraphQLFieldsContainer rows = connection
                ? (GraphQLObjectType) GraphQLTypeUtil.unwrapAll(
                        ((GraphQLObjectType) type).getFieldDefinition("nodes").getType())
                : (GraphQLFieldsContainer) type;
        List<String> ends = new ArrayList<>();
        ends.add(SchemaSelections.all(rows, 0));
        if (more > 0) {
            rows.getFieldDefinitions().stream()
                    .filter(one -> GraphQLTypeUtil.unwrapAll(one.getType()) instanceof GraphQLFieldsContainer)
                    .filter(SchemaSelections::needsNothing)
                    .forEach(one -> from(one, more - 1).forEach(deeper -> ends.add("{ " + deeper + " }")));
        }
        String head = field.getName() + (connection ? "(first: " + ROWS + ") { nodes " : " ");
        return ends.stream().map(end -> head + end + (connection ? " }" : "")).toList();
    }

    private static boolean isList(GraphQLType type) {
        GraphQLType bare = GraphQLTypeUtil.unwrapNonNull(type);
        return GraphQLTypeUtil.isList(bare)
                || (bare instanceof GraphQLNamedType named && named.getName().endsWith("Connection"));
    }
}
