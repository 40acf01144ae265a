package dev.postern.portal.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * What one page shows inside the frame.
 *
 * @param template the template's name: its room, a slash, its file
 * @param title names the page in the browser and above it
 * @param crumbs the way to it from the top, without itself
 * @param model what the template reads: finished values only
 */
public record Screen(String template, String title, List<Crumb> crumbs, Map<String, Object> model, HttpStatus status) {

    /** A step on the way to a page. */
    public record Crumb(String label, String href) {}

    public Screen {
        crumbs = List.copyOf(crumbs);
        model = Map.copyOf(model);
    }

    public static Screen of(String template, String title) {
        return new Screen(template, title, List.of(), Map.of(), HttpStatus.OK);
    }

    public Screen crumb(String label, String href) {
        List<Crumb> longer = new ArrayList<>(crumbs);
        longer.add(new Crumb(label, href));
        return new Screen(template, title, longer, model, status);
    }

    public Screen with(String name, Object value) {
        Map<String, Object> larger = new LinkedHashMap<>(model);
        larger.put(name, value);
        return new Screen(template, title, crumbs, larger, status);
    }

    public Screen status(HttpStatus other) {
        return new Screen(template, title, crumbs, model, other);
    }

    /** The way to a tenant's pages: by the list of tenants, for those who see it. */
    public Screen underTenant(String tenant, boolean operator) {
        Screen screen = operator ? crumb("Tenants", Links.TENANTS) : this;
        return screen.crumb(tenant, Links.destinations(tenant)).with("tenant", tenant);
    }
}
