package dev.postern.app.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What an operator needs to know of a setting, beside its type and its default. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {

    /** The name of the environment variable. */
    String env();

    /** What it means, as one sentence without a full stop. */
    String description();

    /** Whether its value is never shown. */
    boolean secret() default false;

    /** What stands in the guide for a default that is worked out at the start. */
    String defaultNote() default "";

    /** Whether an empty value means "off", and not "the default" as it does elsewhere. */
    boolean emptyIsValue() default false;

    /** The least value, in the setting's own unit (a number, seconds, bytes). */
    long min() default Long.MIN_VALUE;

    /** The greatest value, in the setting's own unit. */
    long max() default Long.MAX_VALUE;

    /** A regular expression that the whole text matches. */
    String pattern() default "";

    /** What to write, said to a person; worked out from the type where empty. */
    String expected() default "";
}
