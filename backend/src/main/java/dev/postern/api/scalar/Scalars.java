package dev.postern.api.scalar;

import graphql.schema.Coercing;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import org.springframework.graphql.execution.RuntimeWiringConfigurer;

/** Puts the schema's own scalars to work, and an Int that is safe with numbers of any size. */
public final class Scalars implements RuntimeWiringConfigurer {

    @Override
    public void configure(RuntimeWiring.Builder builder) {
        builder.scalar(scalar("DateTime", new DateTimeCoercing()))
                .scalar(scalar("JSON", new JsonCoercing()))
                .scalar(scalar("StringMap", new StringMapCoercing()))
                .scalar(scalar("Duration", new DurationCoercing()));
        // Strict wiring takes a second scalar of one name for a mistake; this one is meant.
        builder.strictMode(false).scalar(scalar("Int", new IntCoercing())).strictMode(true);
    }

    private static GraphQLScalarType scalar(String name, Coercing<?, ?> coercing) {
        return GraphQLScalarType.newScalar().name(name).coercing(coercing).build();
    }
}
