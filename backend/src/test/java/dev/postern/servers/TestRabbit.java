package dev.postern.servers;

import dev.postern.rabbitmq.RabbitConnection;
import dev.postern.rabbitmq.RabbitException;
import dev.postern.rabbitmq.RabbitSettings;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * The RabbitMQ that tests run against, shared by all of this JVM: the one that {@code TEST_RABBITMQ_URL} names, as
 * a user who may configure, write and read; else one from the package {@code rabbitmq-server}; else a container.
 * Names from {@link #name} keep tests apart. Where no broker is to be had, the caller's test is skipped, and one
 * line says why.
 */
public final class TestRabbit {

    private static final String ABSENCE =
            "TEST_RABBITMQ_URL is not set, rabbitmq-server is not installed, and Docker doesn't answer";
    private static final int PORT = 5672;

    private static @Nullable RabbitSettings shared;
    private static boolean absent;

    /** A connection to the shared broker. The caller closes it. */
    public static RabbitConnection connect() {
        return connect(settings());
    }

    public static RabbitConnection connect(RabbitSettings settings) {
        try {
            return new RabbitConnection(settings, "postern test");
        } catch (RabbitException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How to reach the shared broker. */
    public static synchronized RabbitSettings settings() {
        RabbitSettings found = shared;
        if (found == null) {
            found = absent ? abort() : find().orElseGet(TestRabbit::abort);
            shared = found;
        }
        return found;
    }

    /** A broker that the caller has to itself, and closes. */
    public static LocalRabbit own() {
        return LocalRabbit.start().orElseGet(() -> {
            skip("rabbitmq-server is not installed, and this test stops its broker");
            throw new IllegalStateException();
        });
    }

    /** A name for an exchange or a queue that nobody else has. */
    public static String name(String what) {
        return "t-%s-%s".formatted(what, UUID.randomUUID());
    }

    private static Optional<RabbitSettings> find() {
        String url = System.getenv("TEST_RABBITMQ_URL");
        if (url != null && !url.isBlank()) {
            return Optional.of(RabbitSettings.of(url));
        }
        Optional<LocalRabbit> local = LocalRabbit.start();
        if (local.isPresent()) {
            Runtime.getRuntime().addShutdownHook(new Thread(local.get()::close));
            return Optional.of(local.get().settings());
        }
        return container();
    }

    private static Optional<RabbitSettings> container() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        // Closed by Testcontainers itself.
        @SuppressWarnings("resource")
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse("rabbitmq:3.13"))
                .withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*Server startup complete.*", 1));
        container.start();
        return Optional.of(RabbitSettings.of(
                "amqp://guest:guest@%s:%d".formatted(container.getHost(), container.getMappedPort(PORT))));
    }

    private static RabbitSettings abort() {
        absent = true;
        skip(ABSENCE);
        throw new IllegalStateException(ABSENCE);
    }

    private static void skip(String why) {
        System.err.println("NOT RUN: a test on RabbitMQ, because " + why);
        Assumptions.abort("no RabbitMQ: " + why);
    }

    private TestRabbit() {}
}
