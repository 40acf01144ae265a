package dev.postern.api.watch;

import dev.postern.security.Viewer;
import graphql.language.OperationDefinition.Operation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Told of every GraphQL request as it is answered. Called on the request's own thread: it must not wait. */
@FunctionalInterface
public interface RequestListener {

    void answered(Answered request);

    /**
     * A request and what came of it.
     *
     * @param operation the name that the client gave it; null where it has none, or none that is a name
     * @param type null where the document could not be read
     * @param viewer null where nobody was found behind its credentials
     * @param duration until the answer, or of a subscription until its events may come
     * @param requestedCost what its answer might have come to; 0 where that was never known
     * @param actualCost what its answer came to; of a subscription as much as was requested
     * @param codes of its errors, one for each; empty where all went well
     */
    record Answered(
            @Nullable String operation,
            @Nullable Operation type,
            @Nullable Viewer viewer,
            Duration duration,
            long requestedCost,
            long actualCost,
            List<String> codes) {

        public Answered {
            codes = List.copyOf(codes);
        }
    }
}
