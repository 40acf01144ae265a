package dev.postern.app.settings;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/**
 * Reads and checks every setting, one by one, so that what is wrong with one can be said in one line
 * under the name by which the operator gave it.
 */
public final class SettingsReader {

    private final ConfigurableEnvironment environment;
    private final PlaceholdersResolver placeholders;
    private final Binder binder;
    private final List<Settings.Value> values = new ArrayList<>();

    private SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
        placeholders = new PropertySourcesPlaceholdersResolver(environment);
        binder = Binder.get(environment);
    }

    /**
     * The settings that the environment holds.
     *
     * @throws UnusableSettingException where one of them cannot be used
     */
    public static Settings read(ConfigurableEnvironment environment) {
        return new SettingsReader(environment).read();
    }

    private Settings read() {
        Map<Class<? extends Record>, Record> records = new LinkedHashMap<>();
        for (Class<? extends Record> type : SettingsCatalog.RECORDS) {
            Object[] components = SettingsCatalog.of(type).map(this::value).toArray();
            records.put(type, construct(type, components));
        }
        return new Settings(records, values, UnsupportedSettings.in(environment));
    }

    private @Nullable Object value(SettingDescriptor setting) {
        Optional<Found> found = find(setting);
        if (found.isEmpty()) {
            String text = setting.defaultValue().orElse("");
            Object value = bindDefault(setting, text);
            values.add(new Settings.Value(setting, text, Settings.Source.DEFAULT));
            return value;
        }
        String text = found.get().text();
        Object value;
        try {
            value = binder.bind(setting.propertyName(), setting.bindable()).orElse(null);
        } catch (BindException e) {
            throw UnusableSettingException.of(setting, text);
        }
        boolean off = text.isEmpty() && setting.emptyIsValue();
        if (value == null || (!off && !setting.accepts(value))) {
            throw UnusableSettingException.of(setting, text);
        }
        values.add(new Settings.Value(
                setting, setting.secret() ? Settings.MASK : text, found.get().source()));
        return value;
    }

    private @Nullable Object bindDefault(SettingDescriptor setting, String text) {
        if (setting.defaultValue().isEmpty()) {
            return setting.type() == List.class ? List.of() : null;
        }
        ConfigurationPropertySource source = new MapConfigurationPropertySource(Map.of(setting.property(), text));
        return new Binder(source)
                .bind(setting.propertyName(), setting.bindable())
                .orElseThrow(() -> new IllegalStateException(setting.env() + ": has no default"));
    }

    /** The given text; an empty one counts as not given, unless it means something. */
    private Optional<Found> find(SettingDescriptor setting) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            List<String> texts = texts(setting, source);
            String text = String.join(",", texts);
            if (!texts.isEmpty() && (setting.emptyIsValue() || !text.isEmpty())) {
                return Optional.of(new Found(text, kind(source)));
            }
        }
        return Optional.empty();
    }

    private List<String> texts(SettingDescriptor setting, ConfigurationPropertySource source) {
        var one = source.getConfigurationProperty(setting.propertyName());
        if (one != null) {
            return List.of(text(one.getValue()));
        }
        List<String> items = new ArrayList<>();
        for (int i = 0; setting.type() == List.class; i++) {
            var item = source.getConfigurationProperty(setting.propertyName().append("[" + i + "]"));
            if (item == null) {
                break;
            }
            items.add(text(item.getValue()));
        }
        return items;
    }

    private String text(@Nullable Object value) {
        return String.valueOf(placeholders.resolvePlaceholders(value));
    }

    private static Settings.Source kind(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> named
                        && (named.getName().equals(OutpostEnvironment.NAME)
                                || named.getName().startsWith("systemEnvironment"))
                ? Settings.Source.ENVIRONMENT
                : Settings.Source.FILE;
    }

    private static Record construct(Class<? extends Record> type, @Nullable Object[] components) {
        try {
            return SettingsCatalog.constructor(type).newInstance(components);
        } catch (InvocationTargetException e) {
            throw new UnusableSettingException(
                    String.valueOf(NestedExceptionUtils.getMostSpecificCause(e).getMessage()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Found(String text, Settings.Source source) {}
}
