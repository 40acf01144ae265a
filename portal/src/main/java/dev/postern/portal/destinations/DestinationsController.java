package dev.postern.portal.destinations;

import dev.postern.portal.destinations.DestinationRow.Page;
import dev.postern.portal.destinations.DestinationRow.Tenant;
import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.ListSettings;
import dev.postern.portal.page.Listing;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.Window;
import dev.postern.portal.session.SignedIn;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The list of a tenant's destinations, and one of them. */
@Controller
final class DestinationsController {

    private static final String LIST = "/portal/tenants/{tenant}/destinations";
    private static final int RECENT = 5;

    private final Gateway gateway;
    private final Pages pages;
    private final ListSettings settings;
    private final Clock clock;

    DestinationsController(Gateway gateway, Pages pages, ListSettings settings, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.settings = settings;
        this.clock = clock;
    }

    @GetMapping(LIST)
    Mono<Rendering> list(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @RequestParam(defaultValue = "") String after,
            ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        Map<String, Object> variables = new Window(after, "").variables(settings.pageSize());
        variables.put("tenantId", tenant.id());
        return gateway.execute("destinations", variables, visitor.credentials())
                .map(answer -> listing(
                        tenant.id(), answer.require("tenant", Tenant.class).destinations()))
                .map(listing -> screen(listing, visitor, tenant.id()))
                .onErrorResume(
                        GatewayException.class,
                        failure -> Listing.<DestinationRow>failed(failure, Links.destinations(tenant.id()))
                                .map(failed ->
                                        screen(failed, visitor, tenant.id()).status(failed.status())))
                .flatMap(screen -> pages.show(exchange, screen));
    }

    @GetMapping(LIST + "/{destination}")
    Mono<Rendering> show(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return screen(visitor, tenant, destination, "destinations/detail")
                .flatMap(screen -> pages.show(exchange, screen));
    }

    @GetMapping(LIST + "/{destination}/delete")
    Mono<Rendering> askToDelete(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return screen(visitor, tenant, destination, "destinations/delete")
                .flatMap(screen -> pages.show(exchange, screen));
    }

    private Mono<Screen> screen(SignedIn visitor, PathId tenant, PathId id, String template) {
        visitor.requireTenant(tenant.id());
        return gateway.execute(
                        "destination",
                        Map.of("tenantId", tenant.id(), "id", id.id(), "recent", RECENT),
                        visitor.credentials())
                .map(answer -> DestinationDetail.of(
                        answer.require("destination", DestinationDetail.Node.class),
                        List.of(answer.require("topics", String[].class)),
                        tenant.id(),
                        clock.instant()))
                .map(detail -> Screen.of(template, detail.target())
                        .underTenant(tenant.id(), visitor.operator())
                        .crumb("Destinations", Links.destinations(tenant.id()))
                        .with("destination", detail));
    }

    private Listing<DestinationRow> listing(String tenant, Page page) {
        if (page.nodes().isEmpty()) {
            return new Listing.Nothing<>();
        }
        Instant now = clock.instant();
        return new Listing.Rows<>(
                page.nodes().stream().map(node -> node.row(tenant, now)).toList(),
                page.pageInfo().onward(Links.destinations(tenant)));
    }

    private static Screen screen(Listing<DestinationRow> listing, SignedIn visitor, String tenant) {
        return Screen.of("destinations/list", "Destinations")
                .underTenant(tenant, visitor.operator())
                .with("operator", visitor.operator())
                .with("base", Links.tenant(tenant))
                .with("listing", listing);
    }
}
