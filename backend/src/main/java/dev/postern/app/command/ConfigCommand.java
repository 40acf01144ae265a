package dev.postern.app.command;

import dev.postern.app.settings.Settings;
import java.io.PrintStream;
import java.util.Locale;

/** Shows every setting, its value and where that came from. */
final class ConfigCommand {

    static void print(Settings settings, PrintStream out) {
        int widest = settings.values().stream()
                .mapToInt(value -> value.setting().env().length())
                .max()
                .orElse(0);
        String row = "%-" + widest + "s  %-11s  %s%n";
        out.printf(row, "SETTING", "SOURCE", "VALUE");
        for (Settings.Value value : settings.values()) {
            boolean generated = value.source() == Settings.Source.DEFAULT
                    && value.setting().property().startsWith("postern.secrets.")
                    && settings.allEmbedded();
            Settings.Source source = generated ? Settings.Source.GENERATED : value.source();
            out.printf(
                    row,
                    value.setting().env(),
                    source.name().toLowerCase(Locale.ROOT),
                    generated ? Settings.MASK : shown(settings, value));
        }
        settings.ignored().forEach(name -> out.printf(row, name, "ignored", "does nothing in this version"));
        out.printf("%nHistory is kept in %s.%n", settings.logStore());
    }

    private static String shown(Settings settings, Settings.Value value) {
        return value.source() == Settings.Source.DEFAULT && value.shown().isEmpty()
                ? settings.workedOut(value.setting())
                        .orElseGet(() -> "(" + value.setting().defaultText() + ")")
                : value.shown();
    }

    private ConfigCommand() {}
}
