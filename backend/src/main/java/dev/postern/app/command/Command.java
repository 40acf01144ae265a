package dev.postern.app.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A command line that makes sense. */
sealed interface Command {

    String USAGE = "serve | migrate plan|apply|verify|unlock | config";

    /** Runs the gateway and the portal. */
    record Serve() implements Command {}

    /** Works on the stores' form. */
    record Migrate(Action action) implements Command {}

    /** Shows the settings. */
    record Config() implements Command {}

    /** Shows the commands. */
    record Help() implements Command {}

    /** What is done about migrations. */
    enum Action {
        PLAN,
        APPLY,
        VERIFY,
        UNLOCK
    }

    /** The command that the arguments spell; empty where they spell none. */
    static Optional<Command> parse(List<String> arguments) {
        return switch (arguments) {
            case List<String> none when none.isEmpty() -> Optional.of(new Serve());
            case List<String> one
            when one.size() == 1 ->
                switch (one.getFirst()) {
                    case "serve" -> Optional.of(new Serve());
                    case "config" -> Optional.of(new Config());
                    case "help", "--help", "-h" -> Optional.of(new Help());
                    default -> Optional.empty();
                };
            case List<String> two
            when two.size() == 2 && two.getFirst().equals("migrate") ->
                Arrays.stream(Action.values())
                        .filter(action -> action.name().toLowerCase(Locale.ROOT).equals(two.getLast()))
                        .map(action -> (Command) new Migrate(action))
                        .findFirst();
            default -> Optional.empty();
        };
    }

    /** The one line about arguments that spell no command. */
    static String complaint(List<String> arguments) {
        return "arguments: %s (expected: %s)"
                .formatted(arguments.stream().collect(Collectors.joining(" ", "'", "'")), USAGE);
    }
}
