package dev.postern.clickhouse;

import java.net.URI;

/**
 * Where a ClickHouse is reached over HTTP.
 *
 * @param http for example {@code http://127.0.0.1:8123}
 * @param user who may create databases
 */
public record ClickHouseAddress(URI http, String user, String password) {

    static ClickHouseAddress parse(String url) {
        URI uri = URI.create(url);
        String[] userInfo = (uri.getUserInfo() == null ? "default:" : uri.getUserInfo() + ":").split(":", -1);
        return new ClickHouseAddress(
                URI.create("%s://%s:%d".formatted(uri.getScheme(), uri.getHost(), uri.getPort())),
                userInfo[0],
                userInfo[1]);
    }

    static ClickHouseAddress local(int port) {
        return new ClickHouseAddress(URI.create("http://127.0.0.1:" + port), "default", "");
    }
}
