package dev.postern.app.start;

import dev.postern.app.embedded.Secrets;
import dev.postern.app.settings.ApiProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;

/** What stands at the end of a start: where to go, and how to get in. */
public final class Greeting {

    /** The text, several lines. A generated key is shown; one that the operator gave is not. */
    public static String of(Settings settings, Secrets secrets, int port) {
        String given = settings.get(ApiProperties.class).publicUrl();
        String base = given == null ? "http://localhost:" + port : given.replaceFirst("/+$", "");
        var text = new StringBuilder("\nPostern is running.\n\n");
        if (settings.has(Role.PORTAL)) {
            line(text, "Portal", base + "/portal/");
        }
        if (settings.has(Role.API)) {
            line(text, "GraphQL", base + "/graphql");
            line(text, "GraphiQL", base + "/graphiql");
            line(text, "Sign in", secrets.generatedApiKey() ? "operator key " + secrets.apiKey() : "with your API_KEY");
        }
        if (!settings.embedsPostgres()) {
            line(text, "History", "in " + settings.logStore());
        }
        if (settings.embedsRedis() || settings.embedsPostgres()) {
            line(
                    text,
                    "Data",
                    settings.get(CoreProperties.class)
                                    .dataDir()
                                    .toAbsolutePath()
                                    .normalize() + " (embedded " + embedded(settings) + ")");
        }
        return text.toString();
    }

    private static String embedded(Settings settings) {
        if (settings.allEmbedded()) {
            return "PostgreSQL and Redis";
        }
        return settings.embedsRedis() ? "Redis" : "PostgreSQL";
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  %-9s %s%n".formatted(name, value));
    }

    private Greeting() {}
}
