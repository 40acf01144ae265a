package dev.postern.security;

import org.jspecify.annotations.Nullable;

/**
 * The secrets that requests are checked against.
 *
 * @param apiKey the operator's key; empty means that nobody is an operator
 * @param jwtSecret signs tenants' tokens; at least 1 character, however short
 * @param deploymentId which deployment's tokens are taken; null for those that name none
 */
public record SecuritySettings(
        String apiKey, String jwtSecret, @Nullable String deploymentId) {

    public SecuritySettings {
        if (jwtSecret.isEmpty()) {
            throw new IllegalArgumentException("jwtSecret: empty (expected: at least 1 character)");
        }
        if (deploymentId != null && deploymentId.isEmpty()) {
            deploymentId = null;
        }
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "SecuritySettings[deploymentId=%s]".formatted(deploymentId);
    }
}
