package dev.postern.app.start;

import dev.postern.api.settings.ManifestException;
import dev.postern.app.embedded.StoreException;
import dev.postern.app.settings.UnusableSettingException;
import java.net.BindException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/**
 * Why nothing started, as far as the operator can mend it.
 *
 * @param line for standard error
 * @param status the process's exit status
 */
public record StartFailure(String line, int status) {

    /** Of this failure or its causes, the first that an operator can mend; empty where it is a fault of ours. */
    public static Optional<StartFailure> of(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnusableSettingException unusable -> {
                    return Optional.of(new StartFailure(String.valueOf(unusable.getMessage()), 2));
                }
                case ManifestException manifest -> {
                    return Optional.of(new StartFailure("POSTERN_TRUSTED_DOCUMENTS: " + oneLine(manifest), 2));
                }
                case StoreException store -> {
                    return Optional.of(new StartFailure(oneLine(store), 1));
                }
                case PortInUseException port -> {
                    return Optional.of(new StartFailure(
                            "API_PORT: %d is in use by another program (stop it, or choose another port)"
                                    .formatted(port.getPort()),
                            1));
                }
                case BindException bind -> {
                    return Optional.of(new StartFailure("API_PORT: cannot be listened on: " + oneLine(bind), 1));
                }
                default -> {
                    // Its cause may be one.
                }
            }
        }
        return Optional.empty();
    }

    private static String oneLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
