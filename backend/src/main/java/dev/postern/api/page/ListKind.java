package dev.postern.api.page;

/** The lists that cursors are made for; a cursor of one is none of another. */
public enum ListKind {
    EVENTS("evt"),
    DELIVERIES("att"),
    TENANTS("tnt"),
    DESTINATIONS("dst");

    private final String resource;

    ListKind(String resource) {
        this.resource = resource;
    }

    String resource() {
        return resource;
    }
}
