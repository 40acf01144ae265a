package dev.postern.app.command;

import dev.postern.app.settings.Environments;
import dev.postern.app.settings.SettingsReader;
import dev.postern.app.start.StartFailure;
import java.io.PrintStream;
import java.util.List;

/** Carries out what was typed. */
public final class CommandLine {

    private final PrintStream out;
    private final PrintStream err;

    public CommandLine(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the command. {@code serve} returns once it serves, and goes on in the background.
     *
     * @return 0 done, 1 failed, 2 unusable arguments or settings
     */
    public int run(List<String> arguments) {
        var command = Command.parse(arguments);
        if (command.isEmpty()) {
            err.println(Command.complaint(arguments));
            return 2;
        }
        try {
            return switch (command.get()) {
                case Command.Serve() -> new ServeCommand(out).run();
                case Command.Migrate(var action) ->
                    new MigrateCommand(out, err, SettingsReader.read(Environments.ofThisProcess())).run(action);
                case Command.Config() -> {
                    ConfigCommand.print(SettingsReader.read(Environments.ofThisProcess()), out);
                    yield 0;
                }
                case Command.Help() -> {
                    out.println("java -jar postern.jar " + Command.USAGE);
                    yield 0;
                }
            };
        } catch (RuntimeException e) {
            StartFailure failure = StartFailure.of(e).orElseThrow(() -> e);
            err.println(failure.line());
            return failure.status();
        }
    }
}
