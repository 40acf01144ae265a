package dev.postern.clickhouse;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A ClickHouse in a container, where Docker answers. It ends with this JVM. */
final class ClickHouseContainer {

    private static final int HTTP_PORT = 8123;

    static ClickHouseAddress start() throws ClickHouseAbsentException {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new ClickHouseAbsentException("Docker doesn't answer");
        }
        // Closed by Testcontainers itself.
        @SuppressWarnings("resource")
        GenericContainer<?> container = new GenericContainer<>(
                        DockerImageName.parse("clickhouse/clickhouse-server:26.3"))
                .withEnv("CLICKHOUSE_SKIP_USER_SETUP", "1")
                .withExposedPorts(HTTP_PORT)
                .waitingFor(Wait.forHttp("/ping").forPort(HTTP_PORT));
        container.start();
        return ClickHouseAddress.parse(
                "http://%s:%d".formatted(container.getHost(), container.getMappedPort(HTTP_PORT)));
    }

    private ClickHouseContainer() {}
}
