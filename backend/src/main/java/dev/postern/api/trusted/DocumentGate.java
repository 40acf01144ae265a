package dev.postern.api.trusted;

import dev.postern.api.error.ErrorCode;
import dev.postern.api.settings.TrustedSettings.Only;
import dev.postern.security.Viewer;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which text a request means, and whether its viewer may run that. */
public final class DocumentGate {

    /** What Apollo's clients look for: they then send the text as well. */
    static final String NOT_FOUND = "PersistedQueryNotFound";

    private final TrustedDocuments trusted;
    private final Only only;

    public DocumentGate(TrustedDocuments trusted, Only only) {
        this.trusted = trusted;
        this.only = only;
    }

    /** Looks at a request's query and extensions. */
    public Admission admit(String query, Map<?, ?> extensions, @Nullable Viewer viewer) {
        PersistedQuery persisted;
        try {
            persisted = PersistedQuery.of(extensions);
        } catch (IllegalArgumentException e) {
            return refused(ErrorCode.BAD_USER_INPUT, String.valueOf(e.getMessage()));
        }
        if (persisted == null) {
            return byText(query, viewer);
        }
        String text = trusted.text(persisted.hash());
        if (query.equals(PersistedQuery.NO_QUERY)) {
            return text == null ? refused(ErrorCode.NOT_FOUND, NOT_FOUND) : new Admission.Granted(text);
        }
        if (!query.equals(text) && !Sha256.of(query).equals(persisted.hash())) {
            return refused(ErrorCode.BAD_USER_INPUT, "The hash is another document's (expected: the query's own)");
        }
        return byText(query, viewer);
    }

    private Admission byText(String query, @Nullable Viewer viewer) {
        return bound(viewer) && !trusted.include(query)
                ? refused(
                        ErrorCode.FORBIDDEN,
                        "Only documents that are known beforehand run here (expected: the text of one, or its SHA-256)")
                : new Admission.Granted(query);
    }

    private boolean bound(@Nullable Viewer viewer) {
        return switch (only) {
            case OFF -> false;
            case TENANTS -> !(viewer instanceof Viewer.Operator);
            case ALL -> true;
        };
    }

    private static Admission refused(ErrorCode code, String message) {
        return new Admission.Refused(GraphqlErrorBuilder.newError()
                .errorType(code)
                .message("%s", message)
                .extensions(Map.of("code", code.name()))
                .build());
    }

    /** What came of it. */
    public sealed interface Admission {

        /** This text is meant, and may run. */
        record Granted(String text) implements Admission {}

        /** Nothing runs. */
        record Refused(GraphQLError error) implements Admission {}
    }
}
