package dev.postern.api.wire;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.postern.api.settings.QuerySettings;
import dev.postern.api.trusted.DocumentGate;
import dev.postern.api.trusted.DocumentGate.Admission;
import dev.postern.security.Viewer;
import graphql.ErrorType;
import graphql.ExecutionInput;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.ParseAndValidate;
import graphql.execution.preparsed.PreparsedDocumentEntry;
import graphql.execution.preparsed.PreparsedDocumentProvider;
import graphql.language.Document;
import graphql.parser.InvalidSyntaxException;
import graphql.parser.ParserEnvironment;
import graphql.parser.ParserOptions;
import graphql.schema.GraphQLSchema;
import graphql.validation.ValidationError;
import graphql.validation.rules.NoFragmentCycles;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Parses and validates queries, and remembers the small ones: portals and publishers send the same few again and again. */
public final class Documents implements PreparsedDocumentProvider {

    private static final int MAX_CACHED_LENGTH = 16 * 1024;

    private final Supplier<GraphQLSchema> schema;
    private final DocumentGate gate;
    private final QuerySettings settings;
    private final ParserOptions options;
    private final Cache<String, PreparsedDocumentEntry> cache;

    /**
     * @param schema asked when the first query comes
     * @param gate tells which text is meant, and whether it may run
     * @param maxCharacters how long a query may be
     */
    public Documents(Supplier<GraphQLSchema> schema, DocumentGate gate, QuerySettings settings, int maxCharacters) {
        this.schema = schema;
        this.gate = gate;
        this.settings = settings;
        this.options = ParserOptions.getDefaultOperationParserOptions()
                .transform(builder -> builder.maxTokens(settings.maxTokens()).maxCharacters(maxCharacters));
        this.cache = Caffeine.newBuilder()
                .maximumWeight(settings.cacheCharacters())
                .weigher((String query, PreparsedDocumentEntry entry) -> query.length())
                .build();
    }

    @Override
    public CompletableFuture<PreparsedDocumentEntry> getDocumentAsync(
            ExecutionInput input, Function<ExecutionInput, PreparsedDocumentEntry> unused) {
        Viewer viewer = input.getGraphQLContext().get(Viewer.class);
        return CompletableFuture.completedFuture(
                switch (gate.admit(input.getQuery(), input.getExtensions(), viewer)) {
                    case Admission.Granted granted -> entry(granted.text());
                    case Admission.Refused refused -> new PreparsedDocumentEntry(refused.error());
                });
    }

    /** What is wrong with the text, as every request with it would be told; empty where nothing is. */
    public List<GraphQLError> errors(String text) {
        PreparsedDocumentEntry entry = prepare(text);
        return entry.hasErrors() ? List.copyOf(entry.getErrors()) : List.of();
    }

    private PreparsedDocumentEntry entry(String query) {
        return query.length() > MAX_CACHED_LENGTH ? prepare(query) : cache.get(query, this::prepare);
    }

    private PreparsedDocumentEntry prepare(String query) {
        try {
            Document document = parse(query);
            Optional<GraphQLError> excess = excess(DocumentCounts.of(document));
            if (excess.isPresent()) {
                return new PreparsedDocumentEntry(excess.get());
            }
            if (SubscriptionRoots.conditional(document)) {
                return new PreparsedDocumentEntry(
                        invalid("A subscription's root field takes neither @skip nor @include"));
            }
            List<ValidationError> errors = ParseAndValidate.validate(
                    schema.get(), document, rule -> !rule.equals(NoFragmentCycles.class), Locale.ROOT);
            return errors.isEmpty() ? new PreparsedDocumentEntry(document) : new PreparsedDocumentEntry(errors);
        } catch (InvalidSyntaxException e) {
            return new PreparsedDocumentEntry(e.toInvalidSyntaxError());
        } catch (ArithmeticException | NumberFormatException e) {
            // An exponent beyond what a number can hold.
            return new PreparsedDocumentEntry(syntaxError("Invalid syntax: a number is out of range"));
        }
    }

    Document parse(String query) {
        return new NumeralParser()
                .parseDocument(ParserEnvironment.newParserEnvironment()
                        .document(query)
                        .parserOptions(options)
                        .locale(Locale.ROOT)
                        .build());
    }

    /** graphql-java's own look for circles takes minutes for a chain that a query has room for: ours comes first. */
    private Optional<GraphQLError> excess(DocumentCounts counts) {
        if (counts.circular()) {
            return Optional.of(invalid("A fragment spreads itself, by way of others or not"));
        }
        return Stream.of(
                        excess("nested fragments", counts.nested(), DocumentCounts.MOST_NESTED),
                        excess("aliases", counts.aliases(), settings.maxAliases()),
                        excess("directives", counts.directives(), settings.maxDirectives()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<GraphQLError> excess(String what, long number, long most) {
        return number > most
                ? Optional.of(invalid("The query has %d %s (expected: at most %d)".formatted(number, what, most)))
                : Optional.empty();
    }

    private static GraphQLError invalid(String message) {
        return GraphqlErrorBuilder.newError()
                .errorType(ErrorType.ValidationError)
                .message("%s", message)
                .build();
    }

    private static GraphQLError syntaxError(String message) {
        return GraphqlErrorBuilder.newError()
                .errorType(ErrorType.InvalidSyntax)
                .message(message)
                .build();
    }
}
