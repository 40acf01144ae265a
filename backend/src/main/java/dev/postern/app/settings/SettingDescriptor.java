package dev.postern.app.settings;

import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.core.ResolvableType;
import org.springframework.util.unit.DataSize;

/** One setting, as its record's component declares it. */
public final class SettingDescriptor {

    private final RecordComponent component;
    private final Parameter parameter;
    private final Setting setting;
    private final ConfigurationPropertyName property;

    SettingDescriptor(Class<? extends Record> record, RecordComponent component, Parameter parameter) {
        this.component = component;
        this.parameter = parameter;
        setting = require(component.getAnnotation(Setting.class), component, "@Setting");
        String prefix = SettingsCatalog.prefix(record);
        property = ConfigurationPropertyName.of(prefix + "." + kebab(component.getName()));
    }

    /** The environment variable's name. */
    public String env() {
        return setting.env();
    }

    /** The property's name in YAML files. */
    public String property() {
        return property.toString();
    }

    public String description() {
        return setting.description();
    }

    public boolean secret() {
        return setting.secret();
    }

    /** Whether an empty value means something else than the default. */
    public boolean emptyIsValue() {
        return setting.emptyIsValue();
    }

    /** The default as text; empty where it is worked out at the start. */
    public Optional<String> defaultValue() {
        return Optional.ofNullable(parameter.getAnnotation(DefaultValue.class))
                .map(annotation -> String.join(",", annotation.value()));
    }

    /** The default, said to a person. */
    public String defaultText() {
        return setting.defaultNote().isEmpty()
                ? defaultValue().filter(text -> !text.isEmpty()).orElse("none")
                : setting.defaultNote();
    }

    /** What may be written, said to a person. */
    public String expected() {
        return setting.expected().isEmpty() ? expectedOfType() : setting.expected();
    }

    ConfigurationPropertyName propertyName() {
        return property;
    }

    Class<?> type() {
        return component.getType();
    }

    Bindable<Object> bindable() {
        return Bindable.of(ResolvableType.forMethodReturnType(component.getAccessor()))
                .withAnnotations(parameter.getAnnotations());
    }

    /** Whether the value lies within the setting's limits. */
    boolean accepts(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().allMatch(this::accepts);
            case Number number -> inRange(number.longValue());
            case DataSize size -> inRange(size.toBytes());
            case Duration duration -> inRange(duration.dividedBy(unit().getDuration()));
            case String text -> setting.pattern().isEmpty() || text.matches(setting.pattern());
            default -> true;
        };
    }

    private boolean inRange(long number) {
        return number >= setting.min() && number <= setting.max();
    }

    private ChronoUnit unit() {
        return require(parameter.getAnnotation(DurationUnit.class), component, "a unit")
                .value();
    }

    private String expectedOfType() {
        Class<?> type = component.getType();
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return constants(type);
        }
        if (type == List.class) {
            Class<?> element = ResolvableType.forMethodReturnType(component.getAccessor())
                    .getGeneric(0)
                    .toClass();
            return element.isEnum()
                    ? "any of " + constants(element) + ", separated by commas"
                    : "a list, separated by commas";
        }
        if (type == Duration.class) {
            return "a whole number of %s%s".formatted(unit().toString().toLowerCase(Locale.ROOT), range());
        }
        if (type == DataSize.class) {
            return "a whole number of bytes" + range();
        }
        boolean number = type == int.class || type == Integer.class || type == long.class;
        return number ? "a whole number" + range() : "text";
    }

    private String range() {
        return setting.min() == Long.MIN_VALUE ? "" : " from %d to %d".formatted(setting.min(), setting.max());
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static <A extends Annotation> A require(@Nullable A annotation, RecordComponent component, String what) {
        if (annotation == null) {
            throw new IllegalStateException(
                    "%s.%s: lacks %s".formatted(component.getDeclaringRecord(), component.getName(), what));
        }
        return annotation;
    }
}
