package dev.postern.api.trusted;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document that a request asks for by its hash. Both forms of request are brought to Apollo's: {@code
 * extensions.persistedQuery}.
 *
 * @param hash as 64 hexadecimal digits in lower case
 */
public record PersistedQuery(String hash) {

    /** The member of a request's {@code extensions}. */
    public static final String MEMBER = "persistedQuery";

    /** What stands for the query of a request that has none: nothing that could be a document. */
    public static final String NO_QUERY = "*";

    private static final String VERSION = "version";
    private static final String HASH = "sha256Hash";

    /**
     * The one that the request names in its extensions; null where it names none.
     *
     * @throws IllegalArgumentException where that can't be right; the message may be shown
     */
    public static @Nullable PersistedQuery of(@Nullable Map<?, ?> extensions) {
        Object member = extensions == null ? null : extensions.get(MEMBER);
        if (member == null) {
            return null;
        }
        if (!(member instanceof Map<?, ?> persisted)
                || !(persisted.get(VERSION) instanceof Number version)
                || version.longValue() != 1
                || !(persisted.get(HASH) instanceof String hash)) {
            throw new IllegalArgumentException(
                    "extensions.persistedQuery: can't be read (expected: {version: 1, sha256Hash: \"…\"})");
        }
        return hash("extensions.persistedQuery.sha256Hash", hash);
    }

    /**
     * The members of a request as every reader knows them: with a query, for which {@link #NO_QUERY} may stand, and with
     * what {@code documentId} says in the extensions.
     *
     * @param members {@code query}, {@code documentId} and {@code extensions} of the right types, as far as they are there
     * @throws IllegalArgumentException where they can't be right; the message may be shown
     */
    public static Map<String, Object> resolve(Map<String, Object> members) {
        var resolved = new LinkedHashMap<>(members);
        if (resolved.remove("documentId") instanceof String documentId) {
            var extensions =
                    new LinkedHashMap<Object, Object>((Map<?, ?>) members.getOrDefault("extensions", Map.of()));
            extensions.put(
                    MEMBER,
                    Map.of(VERSION, 1, HASH, hash("documentId", documentId).hash()));
            resolved.put("extensions", extensions);
        }
        boolean persisted = of((Map<?, ?>) resolved.get("extensions")) != null;
        boolean asked = members.get("query") instanceof String query && !query.isBlank();
        if (!asked && !persisted) {
            throw new IllegalArgumentException("query is missing (expected: a GraphQL document, or a documentId)");
        }
        if (!asked) {
            resolved.put("query", NO_QUERY);
        }
        return resolved;
    }

    private static PersistedQuery hash(String name, String written) {
        return Sha256.read(written)
                .map(PersistedQuery::new)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + ": is no hash (expected: 64 hexadecimal digits, or sha256: and these)"));
    }
}
