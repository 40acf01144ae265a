package dev.postern.api.settings;

/** A manifest that can't be used. Its message is one line, and names the file and the entry. */
public final class ManifestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ManifestException(String message) {
        super(message);
    }
}
