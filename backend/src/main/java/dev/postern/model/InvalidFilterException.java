package dev.postern.model;

import java.util.List;

/** A filter that could never do what its author meant; {@link #path()} leads to the fault. */
public final class InvalidFilterException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient List<String> path;

    public InvalidFilterException(List<String> path, String message) {
        super(message);
        this.path = List.copyOf(path);
    }

    public List<String> path() {
        return path;
    }
}
