package dev.postern.migrations;

import java.util.regex.Pattern;

/**
 * Which Redis, and which deployment's keys in it.
 *
 * @param username empty for the default user
 * @param password empty where there is none
 * @param database 0 on a cluster
 * @param tls whether to encrypt
 * @param tlsVerify whether the server's certificate is checked
 * @param cluster whether it is a cluster, known by one of its nodes
 * @param deploymentId what every key starts with, before a colon; empty for none
 */
public record RedisTarget(
        String host,
        int port,
        String username,
        String password,
        int database,
        boolean tls,
        boolean tlsVerify,
        boolean cluster,
        String deploymentId) {

    private static final Pattern DEPLOYMENT_ID = Pattern.compile("[a-zA-Z0-9_-]{0,64}");

    public RedisTarget {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("Redis port: %d (expected: 1..65535)".formatted(port));
        }
        if (!DEPLOYMENT_ID.matcher(deploymentId).matches()) {
            throw new IllegalArgumentException(
                    "deployment id: '%s' (expected: at most 64 letters, digits, _ or -)".formatted(deploymentId));
        }
    }

    /** A server on this machine, without a password. */
    public static RedisTarget local(int port, String deploymentId) {
        return new RedisTarget("127.0.0.1", port, "", "", 0, false, true, false, deploymentId);
    }

    String key(String name) {
        return deploymentId.isEmpty() ? name : deploymentId + ":" + name;
    }

    /** Which server it is, for messages. */
    @Override
    public String toString() {
        return "%s:%d".formatted(host, port);
    }
}
