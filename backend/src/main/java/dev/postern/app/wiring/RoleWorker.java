package dev.postern.app.wiring;

import dev.postern.app.settings.Role;
import dev.postern.app.settings.Settings;
import dev.postern.worker.Worker;
import dev.postern.worker.WorkerState;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** A worker that runs where the process has its role, and lives as the application context does. */
public final class RoleWorker implements SmartLifecycle {

    /** Stops after the web server, whose requests may still publish. */
    static final int MAKES_ENTRIES = SmartLifecycle.DEFAULT_PHASE - 4096;

    /** Stops after those that give it work. */
    static final int WRITES_ENTRIES = MAKES_ENTRIES - 1;

    private static final Logger LOG = LoggerFactory.getLogger(RoleWorker.class);

    private final String name;
    private final Role role;
    private final boolean wanted;
    private final int phase;
    private final Worker worker;

    RoleWorker(Role role, Settings settings, int phase, Worker worker) {
        this(role.name().toLowerCase(Locale.ROOT), role, settings, phase, worker);
    }

    /** @param name tells it from the role's other workers */
    RoleWorker(String name, Role role, Settings settings, int phase, Worker worker) {
        this.name = name;
        this.role = role;
        this.wanted = settings.has(role);
        this.phase = phase;
        this.worker = worker;
    }

    /** What it is called where its state is told. */
    public String name() {
        return name;
    }

    /** Whose work it does. */
    public Role role() {
        return role;
    }

    /** Whether this process does that work. */
    public boolean wanted() {
        return wanted;
    }

    /** How that stands. */
    public WorkerState state() {
        return worker.state();
    }

    @Override
    public boolean isAutoStartup() {
        return wanted;
    }

    @Override
    public void start() {
        worker.start();
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable stopped) {
        worker.stop()
                .doOnError(e -> LOG.error("The {} worker did not stop in order", name, e))
                .onErrorComplete()
                .doFinally(signal -> stopped.run())
                .subscribe();
    }

    @Override
    public boolean isRunning() {
        return worker.isRunning();
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
