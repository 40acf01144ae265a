package dev.postern.app.settings;

import dev.postern.api.settings.QuerySettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What one GraphQL query may be. */
@ConfigurationProperties("postern.query")
public record QueryProperties(
        @Setting(
                env = "POSTERN_MAX_QUERY_DEPTH",
                description = "How many fields of a GraphQL query may lie within one another, introspection apart",
                min = 1,
                max = 100)
        @DefaultValue("12")
        int maxDepth,

        @Setting(
                env = "POSTERN_MAX_QUERY_COST",
                description = "What a GraphQL query may cost, by the lengths of the lists it asks for; schema.md says"
                        + " how it is reckoned",
                min = 1,
                max = 1_000_000)
        @DefaultValue("25000")
        int maxCost,

        @Setting(
                env = "POSTERN_MAX_QUERY_TOKENS",
                description = "How many tokens the text of a GraphQL query may have",
                min = 100,
                max = 1_000_000)
        @DefaultValue("15000")
        int maxTokens,

        @Setting(
                env = "POSTERN_MAX_QUERY_ALIASES",
                description = "How many fields of a GraphQL query may be renamed",
                min = 0,
                max = 10_000)
        @DefaultValue("100")
        int maxAliases,

        @Setting(
                env = "POSTERN_MAX_QUERY_DIRECTIVES",
                description = "How many directives the text of a GraphQL query may apply",
                min = 0,
                max = 10_000)
        @DefaultValue("100")
        int maxDirectives,

        @Setting(
                env = "POSTERN_MAX_QUERY_ROOT_FIELDS",
                description = "How many fields a GraphQL operation may ask for at its root",
                min = 1,
                max = 10_000)
        @DefaultValue("50")
        int maxRootFields,

        @Setting(
                env = "POSTERN_QUERY_CACHE_CHARACTERS",
                description = "How much text of parsed GraphQL queries is remembered",
                min = 1,
                max = 1_073_741_824)
        @DefaultValue("4194304")
        int cacheCharacters,

        @Setting(
                env = "POSTERN_INTROSPECTION_FOR_TENANTS",
                description = "Whether tenants may read the GraphQL schema, and not operators alone")
        @DefaultValue("true")
        boolean introspectionForTenants) {

    public QuerySettings settings() {
        return new QuerySettings(
                maxDepth,
                maxCost,
                maxTokens,
                maxAliases,
                maxDirectives,
                maxRootFields,
                cacheCharacters,
                introspectionForTenants);
    }
}
