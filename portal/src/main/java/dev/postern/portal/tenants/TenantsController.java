package dev.postern.portal.tenants;

import dev.postern.portal.gateway.Answer;
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
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The list of tenants. */
@Controller
final class TenantsController {

    private final Gateway gateway;
    private final Pages pages;
    private final ListSettings settings;
    private final Clock clock;

    TenantsController(Gateway gateway, Pages pages, ListSettings settings, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.settings = settings;
        this.clock = clock;
    }

    @GetMapping(Links.TENANTS)
    Mono<Rendering> list(
            SignedIn visitor,
            @RequestParam(defaultValue = "") String id,
            @RequestParam(defaultValue = "") String after,
            @RequestParam(defaultValue = "") String before,
            ServerWebExchange exchange) {
        visitor.requireOperator();
        Window window = new Window(after, before);
        String wanted = id.strip();
        Map<String, Object> variables = window.variables(settings.pageSize());
        if (!wanted.isEmpty()) {
            variables.put("ids", List.of(wanted));
        }
        return gateway.execute("tenants", variables, visitor.credentials())
                .map(answer -> screen(answer, wanted, window))
                .onErrorResume(GatewayException.class, failure -> failed(failure, wanted))
                .flatMap(screen -> pages.show(exchange, screen.with("search", wanted)));
    }

    @GetMapping(Links.TENANTS + "/{tenant}")
    Rendering open(SignedIn visitor, @PathVariable PathId tenant) {
        visitor.requireTenant(tenant.id());
        return Pages.seeOther(Links.destinations(tenant.id()));
    }

    private Screen screen(Answer answer, String wanted, Window window) {
        TenantsAnswer tenants = answer.require("tenants", TenantsAnswer.class);
        Screen screen = Screen.of("tenants/list", "Tenants").with("total", tenants.totalCount());
        if (!tenants.nodes().isEmpty()) {
            List<TenantRow> rows = tenants.nodes().stream()
                    .map(tenant -> tenant.row(clock.instant()))
                    .toList();
            return screen.with(
                    "listing",
                    new Listing.Rows<>(rows, tenants.pageInfo().paging(Links.TENANTS, Map.of("id", wanted))));
        }
        boolean none = wanted.isEmpty() && window.first();
        return screen.with(
                "listing", none ? new Listing.Nothing<TenantRow>() : new Listing.NoMatch<TenantRow>(Links.TENANTS));
    }

    private static Mono<Screen> failed(GatewayException failure, String wanted) {
        return Listing.<TenantRow>failed(failure, Links.query(Links.TENANTS, Map.of("id", wanted)))
                .map(listing -> Screen.of("tenants/list", "Tenants")
                        .status(listing.status())
                        .with("total", 0)
                        .with("listing", listing));
    }
}
