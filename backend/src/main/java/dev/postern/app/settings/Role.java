package dev.postern.app.settings;

/** A part of the work that a process takes on. */
public enum Role {
    /** Answers GraphQL. */
    API,
    /** Delivers events. */
    DELIVERY,
    /** Writes the log. */
    LOG,
    /** Brings back the deliveries that are due again. */
    RETRY,
    /** Shows the portal. */
    PORTAL
}
