package dev.postern.app.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Every setting there is, in the order in which people read of them. */
public final class SettingsCatalog {

    static final List<Class<? extends Record>> RECORDS = List.of(
            CoreProperties.class,
            ApiProperties.class,
            QueryProperties.class,
            QuotaProperties.class,
            TrustedDocumentsProperties.class,
            SubscriptionProperties.class,
            SocketProperties.class,
            SecretsProperties.class,
            RedisProperties.class,
            PostgresProperties.class,
            ClickHouseProperties.class,
            RabbitMqProperties.class,
            PublishProperties.class,
            PublishQueueProperties.class,
            DeliveryProperties.class,
            RetryProperties.class,
            ReplayProperties.class,
            AlertProperties.class,
            QueueProperties.class,
            LogProperties.class,
            MetricsProperties.class,
            ObservabilityProperties.class,
            WebhookProperties.class,
            IdProperties.class,
            PortalProperties.class);

    private static final List<SettingDescriptor> ALL =
            RECORDS.stream().flatMap(SettingsCatalog::of).toList();

    public static List<SettingDescriptor> all() {
        return ALL;
    }

    /** The settings of one concern. */
    static Stream<SettingDescriptor> of(Class<? extends Record> type) {
        RecordComponent[] components = type.getRecordComponents();
        Parameter[] parameters = constructor(type).getParameters();
        return IntStream.range(0, components.length)
                .mapToObj(i -> new SettingDescriptor(type, components[i], parameters[i]));
    }

    /** What the names of the record's properties begin with. */
    static String prefix(Class<? extends Record> type) {
        ConfigurationProperties annotation = type.getAnnotation(ConfigurationProperties.class);
        if (annotation == null) {
            throw new IllegalStateException(type + ": lacks @ConfigurationProperties");
        }
        return annotation.value();
    }

    /** The canonical constructor. */
    static Constructor<? extends Record> constructor(Class<? extends Record> type) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private SettingsCatalog() {}
}
