package dev.postern.portal.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;

/** A file that pages refer to, held in memory plain and compressed. Its address changes with its content. */
final class Asset {

    private static final int HASH_DIGITS = 16;

    private final String name;
    private final MediaType type;
    private final byte[] content;
    private final byte[] compressed;
    private final String hash;

    private Asset(String name, MediaType type, byte[] content) throws IOException, NoSuchAlgorithmException {
        this.name = name;
        this.type = type;
        this.content = content;
        this.compressed = gzip(content);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
        this.hash = HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    }

    /** Reads a file of the class path, once, at start. */
    static Asset load(String name, String path, MediaType type) {
        try (InputStream in = new ClassPathResource(path).getInputStream()) {
            return new Asset(name, type, in.readAllBytes());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String name() {
        return name;
    }

    MediaType type() {
        return type;
    }

    String hash() {
        return hash;
    }

    String address() {
        return "/portal/assets/" + hash + "/" + name;
    }

    byte[] content(boolean gzip) {
        return gzip ? compressed : content;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
