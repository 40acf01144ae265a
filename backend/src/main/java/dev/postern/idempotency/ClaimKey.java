package dev.postern.idempotency;

import dev.postern.model.Identifiers;

/**
 * Which work it is. Outpost's name for it leaves the tenant out, so that two tenants' work can have one
 * name; the identity tells them apart.
 *
 * @param name as Outpost has it, without the deployment's prefix and {@code idempotency:}
 * @param identity no other work of this name has it
 */
public record ClaimKey(String name, String identity) {

    public ClaimKey {
        if (name.isEmpty() || identity.isEmpty()) {
            throw new IllegalArgumentException(
                    "name: '%s', identity: '%s' (expected: neither is empty)".formatted(name, identity));
        }
    }

    /** The work that {@code kind} and {@code ids} name within one tenant. */
    public static ClaimKey of(String kind, String tenantId, String... ids) {
        return new ClaimKey(kind + ":" + String.join(":", ids), Identifiers.joined(tenantId, Identifiers.joined(ids)));
    }
}
