package dev.postern.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.api.SchemaCalls.Call;
import dev.postern.api.node.NodeIds;
import dev.postern.logstore.DeliveryFilter;
import dev.postern.logstore.FailureQuery;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DestinationKey;
import dev.postern.model.EventKey;
import dev.postern.replay.Replay;
import dev.postern.replay.memory.MemoryReplayStore;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.graphql.execution.GraphQlSource;

/**
 * A tenant that knows every identifier of another's, and tries each of them in every place where the schema takes one,
 * also those that are added to it some day: it is answered as if they named nothing at all.
 */
class IsolationWalkTest extends ApiTest {

    private static final String OTHER = "walkb";
    private static final List<String> THEIRS = identifiers(OTHER);

    /** As many, of nothing, and of the same lengths. */
    private static final List<String> NOBODYS = identifiers("walkq");

    /** What is another with each answer, whoever asks. */
    private static final Pattern CHANCE = Pattern.compile("(?<=(des|evt|atm|rpl)_)\\d+|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z"
            + "|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=\"latencyMs\":)\\d+|(?<=\"nodeId\":\")[^\"]+");

    private static final Pattern COST = Pattern.compile(",\"extensions\":\\{\"cost\":.*$");

    private static final int DEPTH = 2;

    /** So that no viewer's budget comes to an end. */
    private static final int PER_VIEWER = 5;

    @Autowired
    GraphQlSource source;

    @Autowired
    MemoryReplayStore replays;

    private final AtomicInteger viewers = new AtomicInteger();
    private GraphQLSchema schema;

    @BeforeEach
    void prepare() {
        schema = source.schema();
        if (text(OPERATOR, "{ tenant(id: \"%s\") { id } }".formatted(OTHER)).contains("null")) {
            populate(OTHER, 7);
        }
    }

    @Test
    void queries_tellNothingOfAnothers() {
        Set<String> told = new LinkedHashSet<>();
        for (GraphQLFieldDefinition field : schema.getQueryType().getFieldDefinitions()) {
            String all = SchemaSelections.all(field.getType(), DEPTH);
            String own = fresh();
            int asked = 0;
            for (Call call : SchemaCalls.of(field, THEIRS.size())) {
                own = ++asked % PER_VIEWER == 0 ? fresh() : own;
                String theirs = "{ " + call.with(THEIRS) + " " + all + " }";
                String nobodys = "{ " + call.with(NOBODYS) + " " + all + " }";
                assertThat(alike(ask(own, theirs))).as(theirs).isEqualTo(alike(ask(own, nobodys)));
                if (!told.contains(field.getName())
                        && !alike(ask(OPERATOR, theirs)).equals(alike(ask(OPERATOR, nobodys)))) {
                    told.add(field.getName());
                }
            }
        }
        // Whoever may see it does, so that the walk is known to go where there is something to be seen.
        assertThat(told)
                .containsAll(schema.getQueryType().getFieldDefinitions().stream()
                        .filter(SchemaCalls::identifies)
                        .map(GraphQLFieldDefinition::getName)
                        .filter(name -> !name.equals("deadLetter"))
                        .toList());
    }

    @Test
    void fieldsOfItsOwnObjects_tellNothingOfAnothers() {
        String model = "walkown";
        populate(model, 1);
        Map<GraphQLObjectType, Call> places = placesOfObjects(tokenOf(model), identifiers(model));
        Set<String> walked = new LinkedHashSet<>();
        places.forEach((type, place) -> type.getFieldDefinitions().stream()
                .filter(SchemaCalls::identifies)
                .forEach(field -> {
                    String tenant = model + walked.size();
                    populate(tenant, 1);
                    String own = tokenOf(tenant);
                    String head = "{ " + place.with(identifiers(tenant)) + " { ";
                    String all = SchemaSelections.all(field.getType(), 1);
                    walked.add(type.getName() + "." + field.getName());
                    for (Call call : SchemaCalls.of(field, THEIRS.size())) {
                        String theirs = head + call.with(THEIRS) + " " + all + " } }";
                        String nobodys = head + call.with(NOBODYS) + " " + all + " } }";
                        assertThat(alike(ask(own, theirs))).as(theirs).isEqualTo(alike(ask(own, nobodys)));
                    }
                }));
        assertThat(walked).containsAll(fieldsThatIdentify());
    }

    @Test
    void mutations_findAndChangeNothingOfAnothers() {
        String everything = "{ tenant(id: \"%s\") %s replays(tenantId: \"%s\") { nodes { id status } } }"
                .formatted(OTHER, SchemaSelections.all(schema.getObjectType("Tenant"), DEPTH), OTHER);
        String before = ask(OPERATOR, everything);
        for (GraphQLFieldDefinition field : schema.getMutationType().getFieldDefinitions()) {
            String all = SchemaSelections.all(field.getType(), 1);
            for (Call call : SchemaCalls.of(field, THEIRS.size())) {
                String theirs = "mutation { " + call.with(THEIRS) + " " + all + " }";
                String nobodys = "mutation { " + call.with(NOBODYS) + " " + all + " }";
                assertThat(alike(ask(fresh(), theirs))).as(theirs).isEqualTo(alike(ask(fresh(), nobodys)));
            }
        }
        assertThat(ask(OPERATOR, everything)).isEqualTo(before);
    }

    /** For each type of object that the viewer has one of, a call of the schema's root that gives it. */
    private Map<GraphQLObjectType, Call> placesOfObjects(String viewer, List<String> ids) {
        Map<GraphQLObjectType, Call> places = new LinkedHashMap<>();
        for (GraphQLFieldDefinition field : schema.getQueryType().getFieldDefinitions()) {
            if (GraphQLTypeUtil.unwrapNonNull(field.getType()) instanceof GraphQLObjectType type) {
                for (Call call : SchemaCalls.of(field, ids.size())) {
                    String place = call.with(ids);
                    if (!places.containsKey(type)
                            && ask(viewer, "{ " + place + " { __typename } }")
                                    .startsWith("{\"data\":{\"" + field.getName() + "\":{")) {
                        places.put(type, call);
                    }
                }
            }
        }
        return places;
    }

    /** Of all objects, as {@code Type.field}. */
    private List<String> fieldsThatIdentify() {
        Set<GraphQLNamedType> roots =
                Set.of(schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType());
        return schema.getAllTypesAsList().stream()
                .filter(type -> type instanceof GraphQLFieldsContainer && !roots.contains(type))
                .map(GraphQLFieldsContainer.class::cast)
                .flatMap(type -> type.getFieldDefinitions().stream()
                        .filter(SchemaCalls::identifies)
                        .map(field -> type.getName() + "." + field.getName()))
                .filter(name -> !name.startsWith("__"))
                .toList();
    }

    /** What is answered, without what it cost. */
    private String ask(String viewer, String document) {
        String answer = text(viewer, document);
        assertThat(answer).doesNotContain("RATE_LIMITED", "COST_EXCEEDED");
        return COST.matcher(answer).replaceAll("");
    }

    /** The answer, with whatever was named in it, and what differs by chance, made alike. */
    private static String alike(String answer) {
        String text = answer;
        for (List<String> named : List.of(THEIRS, NOBODYS)) {
            for (int i = 0; i < named.size(); i++) {
                text = text.replace("\"" + named.get(i) + "\"", "\"#" + i + "\"")
                        .replace(named.get(i) + " ", "#" + i + " ");
            }
        }
        return CHANCE.matcher(text).replaceAll("~").replaceAll("walkv\\d+", "walkv");
    }

    /** A tenant that nothing was asked of yet. */
    private String fresh() {
        String id = "walkv" + viewers.incrementAndGet();
        tenant(id);
        return tokenOf(id);
    }

    private void populate(String tenant, int failures) {
        tenant(tenant);
        destination(tenant, "des_" + tenant);
        for (int i = 1; i <= failures; i++) {
            logged(
                    tenant,
                    "evt_" + tenant,
                    "des_" + tenant,
                    i,
                    DeliveryStatus.FAILED,
                    "{\"secret\":\"of " + tenant + "\"}");
        }
        replays.create(
                        Replay.started("rpl_" + tenant, tenant, 1, Instant.EPOCH),
                        new FailureQuery(DeliveryFilter.ANY, Instant.EPOCH))
                .block();
    }

    private static List<String> identifiers(String tenant) {
        var event = new EventKey(tenant, "evt_" + tenant);
        return List.of(
                tenant,
                "des_" + tenant,
                event.id(),
                "atm_" + tenant + event.id() + 1,
                "rpl_" + tenant,
                NodeIds.tenant(tenant),
                NodeIds.destination(new DestinationKey(tenant, "des_" + tenant)),
                NodeIds.event(event),
                NodeIds.replay("rpl_" + tenant));
    }
}
