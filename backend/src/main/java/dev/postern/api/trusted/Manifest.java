package dev.postern.api.trusted;

import dev.postern.api.settings.ManifestException;
import dev.postern.json.Json;
import dev.postern.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of documents by their hash, as relay-compiler and graphql-codegen write it: one JSON object.
 *
 * @param texts the documents by their hash
 */
record Manifest(Path file, Map<String, String> texts) {

    static Manifest read(Path file) {
        Map<String, String> texts = new LinkedHashMap<>();
        members(file).forEach((written, text) -> {
            String hash = Sha256.read(written)
                    .orElseThrow(() -> fault(file, written, "is no hash (expected: 64 hexadecimal digits of SHA-256)"));
            if (!(text instanceof String document)) {
                throw fault(file, written, "is no text (expected: a GraphQL document)");
            }
            String right = Sha256.of(document);
            if (!right.equals(hash)) {
                throw fault(file, written, "is not the hash of its document (expected: %s)".formatted(right));
            }
            texts.put(hash, document);
        });
        return new Manifest(file, texts);
    }

    static ManifestException fault(Path file, String entry, String fault) {
        return new ManifestException("%s: '%s' %s".formatted(file, entry, fault));
    }

    private static Map<String, @Nullable Object> members(Path file) {
        try {
            return Json.parseObject(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ManifestException("%s: there is no such file".formatted(file));
        } catch (IOException e) {
            throw new ManifestException("%s: can't be read (%s)".formatted(file, e));
        } catch (JsonException e) {
            throw new ManifestException("%s: is not a JSON object (%s)".formatted(file, e.getMessage()));
        }
    }
}
