package dev.postern.api.deadletter;

import dev.postern.api.deadletter.DeadLetterQueues.LetterId;
import dev.postern.api.deadletter.DeadLetterQueues.QueueName;
import dev.postern.api.deadletter.DeadLetterQueues.QueuedLetter;
import dev.postern.api.error.ApiException;
import dev.postern.api.page.CountedConnection;
import dev.postern.api.page.PageArguments;
import dev.postern.api.query.AnswerBudget;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.model.PageRequest;
import dev.postern.queue.DeadLetter.Cause;
import dev.postern.queue.DeadLetters;
import graphql.GraphQLContext;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Dead letters, which operators alone may read: they hold events of any tenant. */
@Controller
final class DeadLetterController {

    /** A page is read with its bodies, whether or not they are selected, and one may be as large as an event. */
    private static final int MAX_LETTERS = 100;

    private final DeadLetterQueues queues;

    DeadLetterController(DeadLetterQueues queues) {
        this.queues = queues;
    }

    @QueryMapping
    Mono<CountedConnection<QueuedLetter>> deadLetters(
            @Argument QueueName queue, @ContextValue ViewerScope scope, DataFetchingEnvironment environment) {
        scope.requireOperator();
        PageRequest request = PageArguments.of(environment, ListName.DEAD_LETTERS);
        if (request.limit() > MAX_LETTERS) {
            throw ApiException.badInput("first", "%d (expected: 1..%d)".formatted(request.limit(), MAX_LETTERS));
        }
        DeadLetters letters = queues.of(queue);
        return letters.list(request.limit(), request.from())
                .map(page -> new CountedConnection<>(
                        ListName.DEAD_LETTERS,
                        page.map(letter -> new QueuedLetter(queue, letter)),
                        queued -> queued.letter().cursor(),
                        Mono.defer(letters::count).map(Math::toIntExact)));
    }

    @QueryMapping
    Mono<QueuedLetter> deadLetter(@Argument String id, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        return Mono.justOrEmpty(LetterId.parse(id))
                .flatMap(known -> queues.of(known.queue())
                        .retrieve(known.id())
                        .map(letter -> new QueuedLetter(known.queue(), letter)));
    }

    @SchemaMapping(typeName = "DeadLetterConnection", field = "totalCount")
    Mono<Integer> totalCount(CountedConnection<QueuedLetter> connection) {
        return connection.total();
    }

    @SchemaMapping(typeName = "DeadLetter")
    String id(QueuedLetter queued) {
        return new LetterId(queued.queue(), queued.letter().id()).text();
    }

    @SchemaMapping(typeName = "DeadLetter")
    Cause cause(QueuedLetter queued) {
        return queued.letter().cause();
    }

    @SchemaMapping(typeName = "DeadLetter")
    String reason(QueuedLetter queued) {
        return queued.letter().reason();
    }

    @SchemaMapping(typeName = "DeadLetter")
    String body(QueuedLetter queued, GraphQLContext context) {
        String body = queued.letter().body();
        return AnswerBudget.of(context).take(body) ? body : "";
    }

    @SchemaMapping(typeName = "DeadLetter")
    Instant firstSeenAt(QueuedLetter queued) {
        return queued.letter().firstSeen();
    }

    @SchemaMapping(typeName = "DeadLetter")
    Instant lastSeenAt(QueuedLetter queued) {
        return queued.letter().lastSeen();
    }

    @SchemaMapping(typeName = "DeadLetter")
    int receives(QueuedLetter queued) {
        return queued.letter().receives();
    }
}
