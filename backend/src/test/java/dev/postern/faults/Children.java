package dev.postern.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that a run has started: none outlives this JVM. */
final class Children {

    private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(Process::destroyForcibly)));
    }

    static Process start(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            ALL.removeIf(other -> !other.isAlive());
            ALL.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL. */
    static void kill(Process process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Below 55,536, since a node of a Redis Cluster also listens 10,000 ports higher. */
    static int freePort() {
        try {
            while (true) {
                try (var socket = new ServerSocket(0)) {
                    if (socket.getLocalPort() < 55_536) {
                        return socket.getLocalPort();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Children() {}
}
