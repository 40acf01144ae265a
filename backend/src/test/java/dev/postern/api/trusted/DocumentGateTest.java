package dev.postern.api.trusted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.api.settings.ManifestException;
import dev.postern.api.settings.TrustedSettings.Only;
import dev.postern.api.trusted.DocumentGate.Admission;
import dev.postern.json.Json;
import dev.postern.security.Viewer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentGateTest {

    @TempDir
    Path folder;

    /** An operator whose own key should do no more than the apps need. */
    @Test
    void admit_whereOnlyKnownDocumentsRun_refusesOperatorsToo() throws IOException {
        String text = "{ viewer { kind } }";
        var gate = new DocumentGate(TrustedDocuments.read(List.of(manifest(Map.of(Sha256.of(text), text)))), Only.ALL);

        assertThat(gate.admit(text, Map.of(), new Viewer.Operator())).isEqualTo(new Admission.Granted(text));
        assertThat(gate.admit("{ topics }", Map.of(), new Viewer.Operator())).isInstanceOf(Admission.Refused.class);
        assertThat(gate.admit("{ topics }", Map.of(), null)).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void read_takesBothFormsOfAHash() throws IOException {
        String text = "{ topics }";
        Path file = manifest(Map.of("sha256:" + Sha256.of(text), text));

        assertThat(TrustedDocuments.read(List.of(file)).text(Sha256.of(text))).isEqualTo(text);
    }

    @Test
    void read_saysWhichEntryIsWrong() throws IOException {
        String wrong = "0".repeat(64);
        assertFault(manifest(Map.of(wrong, "{ topics }")), "'" + wrong + "' is not the hash", Sha256.of("{ topics }"));
        assertFault(manifest(Map.of("d41d8cd98f00b204e9800998ecf8427e", "{ topics }")), "'d41d8", "SHA-256");
        assertFault(manifest(Map.of(wrong, 7)), wrong, "is no text");
        assertFault(Files.writeString(folder.resolve("list.json"), "[]"), "list.json: is not a JSON object");
        assertFault(Files.writeString(folder.resolve("cut.json"), "{"), "cut.json: is not a JSON object");
        assertFault(folder.resolve("absent.json"), "absent.json: there is no such file");
        assertFault(folder, "can't be read");
    }

    private static void assertFault(Path file, String... said) {
        assertThatThrownBy(() -> TrustedDocuments.read(List.of(file)))
                .isInstanceOf(ManifestException.class)
                .hasMessageContainingAll(said);
    }

    private Path manifest(Map<String, Object> documents) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "documents", ".json"), Json.write(documents));
    }
}
