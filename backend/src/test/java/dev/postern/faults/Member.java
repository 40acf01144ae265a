package dev.postern.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One process of the deployment, with a port and a name that outlive it. */
final class Member {

    private final Program program;
    private final String name;
    private final String roles;
    private final int port = Children.freePort();
    private Process process;
    private boolean starting;

    Member(Program program, String name, String roles) {
        this.program = program;
        this.name = name;
        this.roles = roles;
        starting = true;
        process = launch();
    }

    String name() {
        return name;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isReady() {
        boolean ready = program.status(port, "/healthz/ready") == 200;
        starting &= !ready;
        return ready;
    }

    /**
     * As whoever supervises it does: a start is refused while a store is away. A process that was ready once may not
     * end by itself.
     *
     * @throws AssertionError if it did
     */
    void revive() {
        if (!process.isAlive()) {
            if (!starting) {
                throw new AssertionError("%s ended with %d:%n%s".formatted(name, process.exitValue(), log()));
            }
            process = launch();
        }
    }

    /** The processor time that it has used since its start. */
    Duration used() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** All that processes of this name have said. */
    String log() {
        return program.log(name);
    }

    void kill() {
        Children.kill(process);
    }

    void startAgain() {
        starting = true;
        process = launch();
    }

    void terminate() {
        process.destroy();
    }

    private Process launch() {
        return program.start(name, port, Map.of("POSTERN_ROLES", roles), List.of());
    }
}
