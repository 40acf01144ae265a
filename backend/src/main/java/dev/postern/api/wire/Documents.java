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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

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
            List<ValidationError> errors = ParseAndValidate.validate(schema.get(), document, Locale.ROOT);
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

    /** Before validation, whose work they multiply as well. */
    private Optional<GraphQLError> excess(DocumentCounts counts) {
        if (counts.aliases() > settings.maxAliases()) {
            return Optional.of(tooMany("aliases", counts.aliases(), settings.maxAliases()));
        }
        if (counts.directives() > settings.maxDirectives()) {
            return Optional.of(tooMany("directives", counts.directives(), settings.maxDirectives()));
        }
        return Optional.empty();
    }

    private static GraphQLError tooMany(String what, int number, int most) {
        return GraphqlErrorBuilder.newError()
                .errorType(ErrorType.ValidationError)
                .message("The query has %d %s (expected: at most %d)", number, what, most)
                .build();
    }

    private static GraphQLError syntaxError(String message) {
        return GraphqlErrorBuilder.newError()
                .errorType(ErrorType.InvalidSyntax)
                .message(message)
                .build();
    }
}
