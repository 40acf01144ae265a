package dev.postern.migrations;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a PostgreSQL database is, in the form in which Outpost is told:
 * {@code postgres://user:password@host:port/database?sslmode=disable}. Names and values may be
 * percent-encoded. The password never shows in a message.
 *
 * @param password empty where there is none
 * @param parameters the settings after the question mark, by libpq's names: {@code sslmode}, {@code
 *     sslrootcert}, {@code sslcert}, {@code sslkey}, {@code connect_timeout} (seconds), {@code
 *     application_name}, {@code search_path}
 */
public record PostgresUrl(
        String host, int port, String database, String user, String password, Map<String, String> parameters)
        implements LogTarget {

    private static final Pattern FORM =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/]*)(?::(?<password>[^/]*))?@)?"
                    + "(?<host>\\[[^]]+]|[^:/?@]*)(?::(?<port>\\d{1,5}))?(?:/(?<database>[^?]*))?(?:\\?(?<query>.*))?");

    private static final int DEFAULT_PORT = 5432;

    /** From libpq's name of a setting to the JDBC driver's. */
    private static final Map<String, String> JDBC_NAMES = Map.of(
            "sslmode", "sslmode",
            "sslrootcert", "sslrootcert",
            "sslcert", "sslcert",
            "sslkey", "sslkey",
            "connect_timeout", "connectTimeout",
            "application_name", "ApplicationName",
            "search_path", "currentSchema");

    public PostgresUrl {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("PostgreSQL port: %d (expected: 1..65535)".formatted(port));
        }
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        for (String name : parameters.keySet()) {
            if (!JDBC_NAMES.containsKey(name)) {
                throw new IllegalArgumentException("PostgreSQL URL: unknown setting '%s' (expected: one of %s)"
                        .formatted(
                                name,
                                String.join(
                                        ", ",
                                        JDBC_NAMES.keySet().stream().sorted().toList())));
            }
        }
    }

    /**
     * Reads the text form. The host defaults to {@code localhost}, the port to 5432, the user to {@code
     * postgres}, the database to the user's name. Settings of Outpost's own connection pool, {@code
     * pool_…}, are left out.
     *
     * @throws IllegalArgumentException when it is malformed or has an unknown setting; the message shows
     *     nothing of the text
     */
    public static PostgresUrl parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "PostgreSQL URL: malformed (expected: postgres://user:password@host:port/database?sslmode=...)");
        }
        String user = decoded(matcher.group("user"), "postgres");
        String host = decoded(matcher.group("host"), "localhost");
        String port = matcher.group("port");
        return new PostgresUrl(
                host,
                port == null ? DEFAULT_PORT : Integer.parseInt(port),
                decoded(matcher.group("database"), user),
                user,
                decoded(matcher.group("password"), ""),
                parameters(matcher.group("query")));
    }

    /** The URL for the JDBC driver, without user and password. */
    public String jdbcUrl() {
        StringBuilder url = new StringBuilder("jdbc:postgresql://%s:%d/%s".formatted(host, port, encoded(database)));
        char separator = '?';
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            url.append(separator)
                    .append(JDBC_NAMES.get(parameter.getKey()))
                    .append('=')
                    .append(encoded(parameter.getValue()));
            separator = '&';
        }
        return url.toString();
    }

    /** Which database it is, for messages: host, port and name alone. */
    @Override
    public String toString() {
        return "%s:%d/%s".formatted(host, port, database);
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!name.startsWith("pool_")) {
                parameters.put(decoded(name, ""), equals < 0 ? "" : decoded(pair.substring(equals + 1), ""));
            }
        }
        return parameters;
    }

    private static String decoded(@Nullable String text, String ifEmpty) {
        if (text == null || text.isEmpty()) {
            return ifEmpty;
        }
        try {
            // A plus sign is itself here: only forms use it for a space.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "PostgreSQL URL: malformed percent-encoding (expected: two hexadecimal digits after each percent sign)");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
