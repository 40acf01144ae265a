package dev.postern.walls.offenders.delivery;

import com.rabbitmq.client.Channel;
import graphql.schema.GraphQLSchema;
import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A workflow that goes around every port. */
interface ShortCuts {

    RedisClient redis();

    Channel rabbit();

    ConnectionFactory postgres();

    GraphQLSchema schema();

    MeterRegistry meters();

    default @Nullable String wait(Mono<String> answer) {
        return answer.block();
    }

    default Instant hidden() {
        return Instant.now();
    }
}
