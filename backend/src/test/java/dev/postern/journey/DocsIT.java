package dev.postern.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.postern.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and the docs tell people to type does what they say. */
class DocsIT {

    private static final Path ROOT = Path.of(System.getProperty("postern.root"));
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    /** A stranger in their first five minutes. */
    @Test
    void quickStart_endsInADeliveredEvent(@TempDir Path folder) throws Exception {
        try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
            quickStart(folder, jar);
        }
    }

    private static void quickStart(Path folder, JarProcess jar) throws Exception {
        Files.createDirectories(folder.resolve("examples"));
        Files.copy(ROOT.resolve("examples/Receiver.java"), folder.resolve("examples/Receiver.java"));
        int receiverPort = JarProcess.freePort();
        String script = String.join("\n", texts(blocks("README.md"), "sh"))
                .replace("localhost:3333", "localhost:" + jar.port())
                .replace("Receiver.java 9000", "Receiver.java " + receiverPort)
                .replace("localhost:9000", "localhost:" + receiverPort);
        String deliveries = script.substring(script.lastIndexOf("\ngql "));
        String setUp = script.substring(0, script.lastIndexOf("\ngql "));
        // A person reads for longer than it takes: the receiver's start and the log's batch are waited for here.
        setUp = setUp.replace(
                "# prints what it receives",
                "\nuntil curl -s localhost:" + receiverPort + " >/dev/null; do sleep 0.2; done");
        String untilDelivered =
                "until gql '{\"query\":\"{deliveries{nodes{id}}}\"}' | grep -q '\"id\"'; do sleep 0.2; done";

        String output = bash(
                folder, "set -eu\n" + setUp + "\n" + untilDelivered + deliveries + "\nkill %1 2>/dev/null || true\n");

        assertThat(output)
                .contains(
                        "\"created\":true",
                        "\"eventId\":\"evt_",
                        "{\"order\":42,\"total\":1.10}",
                        "\"SUCCESS\"",
                        "thank you")
                .doesNotContain("\"errors\"");
    }

    /** Somebody who copies an operation out of the page on the schema. */
    @Test
    void operationsInTheDocs_runWithoutErrors(@TempDir Path folder) throws IOException {
        try (JarProcess jar = JarProcess.serve(folder, Map.of())) {
            operations(jar.client());
        }
    }

    private static void operations(GraphQlClient operator) throws IOException {
        List<Block> blocks = blocks("docs/schema.md");
        assertThat(texts(blocks, "graphql")).isNotEmpty();
        for (int i = 0; i < blocks.size(); i++) {
            if (!blocks.get(i).language().equals("graphql")) {
                continue;
            }
            boolean hasVariables =
                    i + 1 < blocks.size() && blocks.get(i + 1).language().equals("json");
            Map<String, @Nullable Object> variables =
                    hasVariables ? Json.parseObject(blocks.get(i + 1).text()) : Map.of();
            String operation = blocks.get(i).text();
            if (operation.startsWith("subscription")) {
                assertThat(operator.beginning(operation)).as(operation).isEqualTo(":");
                continue;
            }
            String answer = Json.write(operator.answer(operation, variables));
            assertThat(answer).as(operation).doesNotContain("\"errors\"");
            assertThat(answer.replace("\"userErrors\":[]", "")).as(operation).doesNotContain("userErrors");
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !operator.execute("{ deliveries(filter: {tenantIds: [\"acme\"]}) { nodes { id } } }")
                        .list("deliveries.nodes")
                        .isEmpty());
    }

    /** An operator who wants short starts: the page's commands, and a JVM that refuses to start without the cache. */
    @Test
    void aheadOfTimeCache_isMadeAndUsed(@TempDir Path folder) throws Exception {
        String commands = texts(blocks("docs/operating.md"), "console").stream()
                .filter(text -> text.contains("train.sh"))
                .findFirst()
                .orElseThrow()
                .replace("$ ", "")
                .replace("backend/target/postern.jar", System.getProperty("postern.jar"))
                .replace("docker/train.sh", "bash " + ROOT.resolve("docker/train.sh"));
        int start = commands.lastIndexOf("java ");
        int port = JarProcess.freePort();

        String output = bash(
                folder,
                "set -eu; export API_PORT=" + port + "\n" + commands.substring(0, start)
                        + "export JAVA_TOOL_OPTIONS=-XX:AOTMode=on\n"
                        + commands.substring(start).strip()
                        + " &\nuntil curl -sf localhost:" + port + "/healthz; do kill -0 $!; sleep 0.2; done"
                        + "\nkill $!; wait $! || true\n");

        assertThat(output).contains("\"status\":\"up\"");
    }

    private static String bash(Path folder, String script) throws IOException, InterruptedException {
        Path log = folder.resolve("script.log");
        var builder = new ProcessBuilder("bash", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", java, (path, bin) -> bin + ":" + path);
        Process process = builder.start();
        boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String output = Files.readString(log);
        assertThat(ended).as(output).isTrue();
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<Block> blocks(String page) throws IOException {
        Matcher matcher = BLOCK.matcher(Files.readString(ROOT.resolve(page)));
        var blocks = new ArrayList<Block>();
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }

    private static List<String> texts(List<Block> blocks, String language) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .map(Block::text)
                .toList();
    }

    private record Block(String language, String text) {}
}
