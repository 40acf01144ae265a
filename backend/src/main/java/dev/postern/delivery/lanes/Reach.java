package dev.postern.delivery.lanes;

/** What an attempt says of its destination being alive. */
public enum Reach {
    /** It answered, whatever it said. */
    ANSWERED,
    /** Nobody answered. */
    SILENT,
    /** No attempt was made, or it says nothing. */
    UNKNOWN
}
