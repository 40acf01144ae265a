package dev.postern.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.Base16;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A Lua script and the digest by which the server keeps it. */
public record RedisScript(String source, ScriptOutputType output, String digest) {

    public RedisScript(String source, ScriptOutputType output) {
        this(source, output, sha1(source));
    }

    private static String sha1(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return new String(Base16.encode(digest, false));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
