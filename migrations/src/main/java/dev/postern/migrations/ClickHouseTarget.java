package dev.postern.migrations;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * Which ClickHouse, reached over HTTP, and which deployment's tables in it.
 *
 * @param port of its HTTP interface, by default 8123, or 8443 with TLS
 * @param tls whether to encrypt
 * @param password empty where there is none; it never shows in a message
 * @param deploymentId what the tables' names start with, before an underscore; empty for none
 */
public record ClickHouseTarget(
        String host, int port, boolean tls, String user, String password, String database, String deploymentId)
        implements LogTarget {

    private static final Pattern DEPLOYMENT_ID = Pattern.compile("[a-zA-Z0-9_-]{0,64}");

    public ClickHouseTarget {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("ClickHouse port: %d (expected: 1..65535)".formatted(port));
        }
        if (!DEPLOYMENT_ID.matcher(deploymentId).matches()) {
            throw new IllegalArgumentException(
                    "deployment id: '%s' (expected: at most 64 letters, digits, _ or -)".formatted(deploymentId));
        }
    }

    /** The server's HTTP address, without a path. */
    public URI http() {
        return URI.create("%s://%s:%d".formatted(tls ? "https" : "http", host, port));
    }

    /** What the names of the deployment's tables start with; it may need quoting. */
    public String tablePrefix() {
        return deploymentId.isEmpty() ? "" : deploymentId + "_";
    }

    /** Which database it is, for messages: host, port and name alone. */
    @Override
    public String toString() {
        return "%s:%d/%s".formatted(host, port, database);
    }
}
