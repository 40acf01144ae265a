package dev.postern.app.settings;

import java.util.stream.Collectors;

/** The guide to the settings, as Markdown: {@code docs/configuration.md} is this text. */
public final class ConfigurationGuide {

    private static final String HEAD = """
            # Settings

            Every setting is an environment variable. Those that Outpost has bear Outpost's names, meanings and
            defaults. A YAML file can give them too, under the property names below: `application.yaml` in the
            folder where Postern is started, or the file that `CONFIG` names. The environment goes before files.
            An empty variable counts as not set, but where the table says otherwise.
            `java -jar postern.jar config` shows what is in force, and where it came from.

            `REDIS_HOST` left out means an embedded Redis, `POSTGRES_URL` and `CLICKHOUSE_ADDR` left out an embedded
            PostgreSQL, both under `POSTERN_DATA_DIR`. With both of the latter the log is kept in ClickHouse. Where both are embedded, missing secrets are generated once, kept in
            `secrets.properties` there, and the operator's key is shown at the start. Where one server is named
            and the other is not, the other is embedded, and secrets must be given. Embedded stores belong to one
            process; several processes need servers.

            Outpost's settings that this version has no use for are named in a warning at the start, and ignored.
            """;

    /** The whole text. */
    public static String text() {
        return HEAD
                + SettingsCatalog.RECORDS.stream()
                        .map(ConfigurationGuide::section)
                        .collect(Collectors.joining());
    }

    private static String section(Class<? extends Record> type) {
        String prefix = SettingsCatalog.prefix(type);
        return """

                ## `%s`

                | variable | property | default | meaning | expected |
                |---|---|---|---|---|
                %s""".formatted(
                prefix, SettingsCatalog.of(type).map(ConfigurationGuide::row).collect(Collectors.joining()));
    }

    private static String row(SettingDescriptor setting) {
        return "| `%s` | `%s` | %s | %s%s | %s |\n"
                .formatted(
                        setting.env(),
                        setting.property(),
                        setting.defaultText(),
                        setting.description(),
                        setting.emptyIsValue() ? "; empty means none" : "",
                        setting.expected());
    }

    private ConfigurationGuide() {}
}
