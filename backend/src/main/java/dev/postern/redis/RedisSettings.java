package dev.postern.redis;

import org.jspecify.annotations.Nullable;

/**
 * Where Redis is and how it is spoken to.
 *
 * @param username empty where there is none
 * @param password empty where there is none
 * @param database 0 in a cluster
 * @param tls whether the connection is encrypted
 * @param tlsVerify whether the server's certificate and name are checked
 * @param cluster whether the host is one of a cluster's
 * @param deploymentId prefixes every key; null for none
 */
public record RedisSettings(
        String host,
        int port,
        String username,
        String password,
        int database,
        boolean tls,
        boolean tlsVerify,
        boolean cluster,
        @Nullable String deploymentId) {

    public static RedisSettings local(int port) {
        return new RedisSettings("127.0.0.1", port, "", "", 0, false, true, false, null);
    }

    public RedisSettings withDeploymentId(String id) {
        return new RedisSettings(host, port, username, password, database, tls, tlsVerify, cluster, id);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "%s:%d/%d%s".formatted(host, port, database, cluster ? " (cluster)" : "");
    }
}
