package dev.postern.portal.page;

import java.util.Map;
import org.springframework.web.util.UriComponentsBuilder;

/** The addresses of the portal's pages. */
public final class Links {

    public static final String HOME = "/portal/";
    public static final String SIGN_IN = "/portal/sign-in";
    public static final String TENANTS = "/portal/tenants";
    public static final String ALL_DELIVERIES = "/portal/deliveries";
    public static final String DEAD_LETTERS = "/portal/dead-letters";

    private Links() {}

    public static String tenant(String tenant) {
        return TENANTS + "/" + PathId.segment(tenant);
    }

    public static String destinations(String tenant) {
        return tenant(tenant) + "/destinations";
    }

    public static String destination(String tenant, String destination) {
        return destinations(tenant) + "/" + PathId.segment(destination);
    }

    public static String deliveries(String tenant) {
        return tenant(tenant) + "/deliveries";
    }

    public static String delivery(String tenant, String delivery) {
        return deliveries(tenant) + "/" + PathId.segment(delivery);
    }

    /**
     * The dead letters of a queue.
     *
     * @param queue the segment that stands for it
     */
    public static String deadLetters(String queue) {
        return DEAD_LETTERS + "/" + queue;
    }

    public static String deadLetter(String queue, String letter) {
        return deadLetters(queue) + "/" + PathId.segment(letter);
    }

    /** The path with a query of those parameters that are not empty, in the map's order. */
    public static String query(String path, Map<String, String> parameters) {
        UriComponentsBuilder builder = UriComponentsBuilder.fromPath("");
        parameters.forEach((name, value) -> {
            if (!value.isEmpty()) {
                builder.queryParam(name, "{" + name + "}");
            }
        });
        return path + builder.encode().buildAndExpand(parameters).toUriString();
    }
}
