package dev.postern.api.wire;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.postern.api.settings.QuerySettings;
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
    private final QuerySettings settings;
    private final ParserOptions options;
    private final Cache<String, PreparsedDocumentEntry> cache;

    /**
     * @param schema asked when the first query comes
     * @param maxCharacters how long a query may be
     */
    public Documents(Supplier<GraphQLSchema> schema, QuerySettings settings, int maxCharacters) {
        this.schema = schema;
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
        String query = input.getQuery();
        PreparsedDocumentEntry entry =
                query.length() > MAX_CACHED_LENGTH ? prepare(query) : cache.get(query, this::prepare);
        return CompletableFuture.completedFuture(entry);
    }

    private PreparsedDocumentEntry prepare(String query) {
        try {
            Document document = parse(query);
            Optional<GraphQLError> excess = excess(DocumentCounts.of(document));
            if (excess.isPresent()) {
                return new PreparsedDocumentEntry(excess.get());
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
