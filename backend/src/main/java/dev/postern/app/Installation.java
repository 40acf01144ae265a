package dev.postern.app;

import dev.postern.app.embedded.Secrets;
import dev.postern.app.embedded.Stores;
import dev.postern.app.settings.AlertProperties;
import dev.postern.app.settings.ApiProperties;
import dev.postern.app.settings.CoreProperties;
import dev.postern.app.settings.ObservabilityProperties;
import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.app.settings.SettingsReader;
import dev.postern.app.start.Migrators;
import dev.postern.app.start.ReadyStores;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * What is there before the application context: the settings, and the stores, which start while the
 * context is being made. The context closes them last, once it is complete; until then this does.
 */
public final class Installation implements ApplicationContextInitializer<GenericApplicationContext>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

    /** Without the API nobody guards the path that these would serve. */
    private static final String GRAPHQL = """
            org.springframework.boot.graphql.autoconfigure.GraphQlAutoConfiguration,\
            org.springframework.boot.graphql.autoconfigure.reactive.GraphQlWebFluxAutoConfiguration""";

    private @Nullable Settings settings;
    private @Nullable Stores stores;
    private boolean handedOver;

    @Override
    public void initialize(GenericApplicationContext context) {
        Settings read = SettingsReader.read(context.getEnvironment());
        settings = read;
        if (!read.ignored().isEmpty()) {
            LOG.warn(
                    "These settings are Outpost's or a later version's, and do nothing here: {}",
                    String.join(", ", read.ignored()));
        }
        read.replacements().forEach(LOG::warn);
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("derived from Postern's settings", derived(read)));
        Stores opened = Stores.open(read);
        stores = opened;
        Secrets secrets = opened.secrets();
        Clock clock = Clock.systemUTC();
        var ready = new ReadyStores(opened, new Migrators(read, opened, clock));

        read.forEachRecord(settingsOfOneConcern -> register(context, settingsOfOneConcern));
        context.registerBean("settings", Settings.class, () -> read);
        context.registerBean("secrets", Secrets.class, () -> secrets);
        context.registerBean("clock", Clock.class, () -> clock);
        context.registerBean("stores", Stores.class, () -> opened);
        context.registerBean("readyStores", ReadyStores.class, () -> ready, bean -> bean.setDependsOn("stores"));
    }

    /** The settings, once the context has begun. */
    public Settings settings() {
        return require(settings);
    }

    /** The stores, once the context has begun. */
    public Stores stores() {
        return require(stores);
    }

    /** Leaves closing to the context. */
    public void handOver() {
        handedOver = true;
    }

    @Override
    public void close() {
        if (!handedOver && stores != null) {
            stores.close();
        }
    }

    private static void register(GenericApplicationContext context, Record record) {
        @SuppressWarnings("unchecked")
        Class<Record> type = (Class<Record>) record.getClass();
        var bean = new RootBeanDefinition(type, () -> record);
        context.registerBeanDefinition(type.getName(), bean);
    }

    /** What Spring and the portal are to know. */
    private static Map<String, Object> derived(Settings settings) {
        Map<String, Object> properties = new HashMap<>();
        ApiProperties api = settings.get(ApiProperties.class);
        properties.put("server.port", api.port());
        // Said in both cases, since Spring trusts such headers by itself where it finds Kubernetes.
        properties.put("server.forward-headers-strategy", api.trustProxy() ? "framework" : "none");
        properties.put(
                "spring.lifecycle.timeout-per-shutdown-phase",
                settings.get(CoreProperties.class).shutdownTimeout().toString());
        properties.put("postern.portal.enabled", settings.has(Role.PORTAL));
        properties.put("postern.has-api", settings.has(Role.API));
        properties.put(
                "postern.traced", settings.get(ObservabilityProperties.class).traced());
        properties.put("postern.logs-to-clickhouse", settings.logsToClickHouse());
        properties.put("postern.queues-in-rabbitmq", settings.queuesInRabbitMq());
        properties.put("postern.has-publish-queue", settings.hasPublishQueue());
        AlertProperties.Sink sink = settings.operatorEventSink();
        properties.put("postern.operator-event-sink", sink.name());
        properties.put("postern.sends-operator-events", sink != AlertProperties.Sink.NONE);
        if (!settings.has(Role.API)) {
            properties.put("spring.autoconfigure.exclude", GRAPHQL);
        }
        return properties;
    }

    private static <T> T require(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the context has not begun");
        }
        return value;
    }
}
