package dev.postern.portal.deliveries;

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
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The log of deliveries: of one tenant, or of all. */
@Controller
final class DeliveriesController {

    private final Gateway gateway;
    private final Pages pages;
    private final ListSettings settings;
    private final Clock clock;

    DeliveriesController(Gateway gateway, Pages pages, ListSettings settings, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.settings = settings;
        this.clock = clock;
    }

    @GetMapping(Links.ALL_DELIVERIES)
    Mono<Rendering> all(
            SignedIn visitor, @RequestParam MultiValueMap<String, String> query, ServerWebExchange exchange) {
        String tenant = visitor.tenantId();
        return tenant == null
                ? list(visitor, "", Links.ALL_DELIVERIES, query, exchange)
                : Mono.just(Pages.seeOther(Links.query(Links.deliveries(tenant), query.toSingleValueMap())));
    }

    @GetMapping("/portal/tenants/{tenant}/deliveries")
    Mono<Rendering> ofTenant(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @RequestParam MultiValueMap<String, String> query,
            ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return list(visitor, tenant.id(), Links.deliveries(tenant.id()), query, exchange);
    }

    private Mono<Rendering> list(
            SignedIn visitor,
            String tenant,
            String path,
            MultiValueMap<String, String> query,
            ServerWebExchange exchange) {
        Filters filters = Filters.of(query);
        Mono<Choices> choices = Choices.of(gateway, visitor, tenant).map(offered -> offered.including(filters));
        return Mono.zip(listing(visitor, tenant, path, filters, window(query)), choices)
                .map(parts -> screen(parts.getT1(), parts.getT2(), filters, path, tenant, visitor))
                .flatMap(screen -> pages.show(exchange, screen));
    }

    private Mono<Listing<DeliveryRow>> listing(
            SignedIn visitor, String tenant, String path, Filters filters, Window window) {
        Instant now = clock.instant();
        Map<String, Object> variables = window.variables(settings.pageSize());
        variables.put("filter", filters.input(tenant, now));
        return gateway.execute("deliveries", variables, visitor.credentials())
                .map(answer -> answer.require("deliveries", DeliveryRow.Page.class))
                .map(page -> listing(page, path, filters, window, now))
                .onErrorResume(
                        GatewayException.class,
                        failure -> Listing.<DeliveryRow>failed(failure, Links.query(path, filters.query()))
                                .map(failed -> failed));
    }

    private static Listing<DeliveryRow> listing(
            DeliveryRow.Page page, String path, Filters filters, Window window, Instant now) {
        if (page.nodes().isEmpty()) {
            return filters.none() && window.first() ? new Listing.Nothing<>() : new Listing.NoMatch<>(path);
        }
        List<DeliveryRow> rows =
                page.nodes().stream().map(node -> node.row(now)).toList();
        return new Listing.Rows<>(rows, page.pageInfo().paging(path, filters.query()));
    }

    private static Screen screen(
            Listing<DeliveryRow> listing,
            Choices choices,
            Filters filters,
            String path,
            String tenant,
            SignedIn visitor) {
        Screen screen = Screen.of("deliveries/list", tenant.isEmpty() ? "All deliveries" : "Deliveries")
                .with("listing", listing)
                .with("filters", filters)
                .with("filtered", !filters.none())
                .with("choices", choices)
                .with("path", path)
                .with("presets", List.copyOf(Filters.PRESETS.keySet()))
                .with("across", tenant.isEmpty())
                .with("home", tenant.isEmpty() ? Links.TENANTS : Links.destinations(tenant))
                .status(listing instanceof Listing.Failed<DeliveryRow> failed ? failed.status() : HttpStatus.OK);
        return tenant.isEmpty() ? screen : screen.underTenant(tenant, visitor.operator());
    }

    private static Window window(MultiValueMap<String, String> query) {
        String after = query.getFirst("after");
        String before = query.getFirst("before");
        return new Window(after == null ? "" : after, before == null ? "" : before);
    }
}
