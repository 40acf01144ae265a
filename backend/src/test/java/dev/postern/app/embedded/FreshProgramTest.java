package dev.postern.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FreshProgramTest {

    @TempDir
    Path directory;

    /** Both embedded servers are unpacked and started at once. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void start_whileTheFileIsStillWritten_waitsForItsEnd() throws Exception {
        Path program = Files.copy(
                Path.of("/bin/true").toRealPath(), directory.resolve("program"), StandardCopyOption.COPY_ATTRIBUTES);
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        CompletableFuture<Process> started;
        try (FileChannel writer = FileChannel.open(program, StandardOpenOption.WRITE)) {
            assertThat(writer.isOpen()).isTrue();
            assertThatThrownBy(builder::start).hasMessageContaining("Text file busy");
            started = CompletableFuture.supplyAsync(() -> {
                try {
                    return FreshProgram.start(builder);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        assertThat(started.get(1, TimeUnit.MINUTES).waitFor()).isZero();
    }

    @Test
    void start_ofWhatIsNotThere_saysSoAtOnce() {
        assertThatThrownBy(() -> FreshProgram.start(
                        new ProcessBuilder(directory.resolve("none").toString())))
                .isInstanceOf(IOException.class);
    }
}
