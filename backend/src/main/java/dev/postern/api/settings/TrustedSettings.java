package dev.postern.api.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * Which documents are known beforehand.
 *
 * @param only who may run none but these; nobody where nothing else is said
 * @param manifests files that hold some, beside those on the class path
 */
public record TrustedSettings(Only only, List<Path> manifests) {

    public static final TrustedSettings DEFAULTS = new TrustedSettings(Only.OFF, List.of());

    public TrustedSettings {
        manifests = List.copyOf(manifests);
    }

    /** Who may run trusted documents alone. */
    public enum Only {
        /** Nobody. */
        OFF,
        /** Tenants; operators may run any. */
        TENANTS,
        /** Everybody. */
        ALL
    }
}
