package dev.postern.walls;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.TreeMap;

/**
 * The walls inside the rooms, which Spring Modulith doesn't see. Each is written against a root
 * package, so that it can be tried on offenders too.
 */
final class Walls {

    /** The rules, by what they are called, for everything under {@code root}. */
    static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new TreeMap<>();
        rules.put(
                "the model is pure",
                noClasses()
                        .that()
                        .resideInAPackage(root + ".model..")
                        .should()
                        .dependOnClassesThat()
                        .resideOutsideOfPackages(
                                root + ".model..", "java..", "org.jspecify..", "org.springframework.modulith")
                        .as("the words depend on java.* and JSpecify alone"));
        rules.put(
                "Lettuce stays with Redis",
                noClasses()
                        .that()
                        .resideOutsideOfPackages(root + ".redis..", root + ".*.redis..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.lettuce..")
                        .as("Lettuce's types stay in redis and in the adapters of that name"));
        rules.put(
                "RabbitMQ's client stays with RabbitMQ",
                noClasses()
                        .that()
                        .resideOutsideOfPackages(root + ".rabbitmq..", root + ".*.rabbitmq..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("com.rabbitmq..")
                        .as("the RabbitMQ client's types stay in rabbitmq and in the adapters of that name"));
        rules.put(
                "SQL stays with the log",
                noClasses()
                        .that()
                        .resideOutsideOfPackages(root + ".logstore.*..", root + ".app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("org.jooq..", "io.r2dbc..")
                        .as("jOOQ and R2DBC stay in the log's adapters and in the wiring"));
        rules.put(
                "GraphQL stays with the API",
                noClasses()
                        .that()
                        .resideOutsideOfPackages(root + ".api..", root + ".security..", root + ".app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("graphql..", "org.springframework.graphql..")
                        .as("GraphQL's types stay in the API"));
        rules.put(
                "nobody measures but the wiring",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(root + ".app..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("io.micrometer.core..", "io.opentelemetry..")
                        .as("Micrometer's and OpenTelemetry's types stay in the wiring, around the ports"));
        rules.put(
                "nothing blocks",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(root + ".app..")
                        .should()
                        .callMethodWhere(target(nameMatching("block.*|toIterable|toStream"))
                                .and(target(owner(assignableTo("reactor.core.publisher.Mono"))))
                                .or(target(nameMatching("block.*|toIterable|toStream"))
                                        .and(target(owner(assignableTo("reactor.core.publisher.Flux")))))
                                .or(target(nameMatching("fetch.*|execute.*"))
                                        .and(target(owner(nameMatching("org\\.jooq\\..*"))))))
                        .as("nothing blocks on the reactive path"));
        rules.put(
                "time comes from a clock",
                noClasses()
                        .should()
                        .callMethodWhere(target(nameMatching("now"))
                                .and(target(owner(nameMatching("java\\.time\\..*"))))
                                .and(DescribedPredicate.describe(
                                        "without arguments",
                                        call -> call.getTarget()
                                                .getRawParameterTypes()
                                                .isEmpty())))
                        .as("the time comes from a clock that is handed in"));
        rules.put(
                "sibling adapters are strangers",
                slices().matching(
                                root
                                        + ".(queue|retry|replay|quota|parking|alert|idempotency|tenantstore|logstore|livelog|provider|intake).(*)..")
                        .should()
                        .notDependOnEachOther()
                        .as("adapters of a port don't know one another"));
        return rules;
    }

    private Walls() {}
}
