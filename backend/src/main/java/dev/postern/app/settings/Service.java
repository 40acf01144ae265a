package dev.postern.app.settings;

import java.util.Set;

/** Outpost's way to choose a process's work. */
public enum Service {
    /** Everything. */
    ALL,
    /** GraphQL and the portal. */
    API,
    /** Deliveries and their retries. */
    DELIVERY,
    /** The log's writer. */
    LOG;

    /** The roles that make up this service. */
    public Set<Role> roles() {
        return switch (this) {
            case ALL -> Set.of(Role.values());
            case API -> Set.of(Role.API, Role.PORTAL);
            case DELIVERY -> Set.of(Role.DELIVERY, Role.RETRY);
            case LOG -> Set.of(Role.LOG);
        };
    }
}
