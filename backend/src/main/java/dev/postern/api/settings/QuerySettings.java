package dev.postern.api.settings;

import dev.postern.model.Ranges;

/**
 * What one query may be.
 *
 * @param maxDepth how deep it may nest, introspection apart; 12 where nothing else is said
 * @param maxCost what it may cost, by the lengths of the lists it asks for; 25,000 where nothing else is said, so that
 *     each row of the longest page may have a list
 * @param maxTokens how many tokens its text may have; 15,000 where nothing else is said
 * @param maxAliases how many of its fields may be renamed; 100 where nothing else is said
 * @param maxDirectives how many directives its text may apply; 100 where nothing else is said
 * @param maxRootFields how many fields an operation may ask at its root; 50 where nothing else is said
 * @param cacheCharacters how much text of parsed queries is remembered; 4 Mi where nothing else is said
 * @param introspectionForAll whether tenants may read the schema, and not operators alone
 */
public record QuerySettings(
        int maxDepth,
        int maxCost,
        int maxTokens,
        int maxAliases,
        int maxDirectives,
        int maxRootFields,
        int cacheCharacters,
        boolean introspectionForAll) {

    public static final QuerySettings DEFAULTS =
            new QuerySettings(12, 25_000, 15_000, 100, 100, 50, 4 * 1024 * 1024, true);

    public QuerySettings {
        Ranges.requireAtLeast("maxDepth", maxDepth, 1);
        Ranges.requireAtLeast("maxCost", maxCost, 1);
        Ranges.requireAtLeast("maxTokens", maxTokens, 1);
        Ranges.requireAtLeast("maxAliases", maxAliases, 0);
        Ranges.requireAtLeast("maxDirectives", maxDirectives, 0);
        Ranges.requireAtLeast("maxRootFields", maxRootFields, 1);
        Ranges.requireAtLeast("cacheCharacters", cacheCharacters, 1);
    }
}
