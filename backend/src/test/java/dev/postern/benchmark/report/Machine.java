package dev.postern.benchmark.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What figures depend on besides the stores. */
public final class Machine {

    private static final Path CPU = Path.of("/proc/cpuinfo");

    public static Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("at", Instant.now().toString());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        processor().ifPresent(name -> facts.put("processor", name));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            facts.put(
                    "memory", String.format(Locale.ROOT, "%.0f GiB", system.getTotalMemorySize() / (double) (1 << 30)));
        }
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        return facts;
    }

    /** As Linux has it; other systems don't tell so simply. */
    private static Optional<String> processor() {
        if (!Files.isReadable(CPU)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(CPU)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Machine() {}
}
