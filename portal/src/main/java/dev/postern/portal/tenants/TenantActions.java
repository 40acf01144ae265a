package dev.postern.portal.tenants;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.page.Form;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.UserError;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.SignedIn;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What an operator does with tenants: creating one, and handing out a link to its portal. */
@Controller
final class TenantActions {

    private static final String NEW_TENANT = "/portal/new-tenant";

    private final Gateway gateway;
    private final Pages pages;
    private final Clock clock;

    TenantActions(Gateway gateway, Pages pages, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.clock = clock;
    }

    record Upserted(boolean created, List<UserError> userErrors) {}

    record Issued(@Nullable Instant expiresAt, @Nullable String portalUrl, List<UserError> userErrors) {}

    @GetMapping(NEW_TENANT)
    Mono<Rendering> form(SignedIn visitor, ServerWebExchange exchange) {
        visitor.requireOperator();
        return pages.show(exchange, form("", ""));
    }

    @PostMapping(NEW_TENANT)
    Mono<Rendering> create(SignedIn visitor, ServerWebExchange exchange) {
        visitor.requireOperator();
        return Form.of(exchange).flatMap(form -> create(visitor, form.text("id"), exchange));
    }

    @PostMapping(Links.TENANTS + "/{tenant}/link")
    Mono<Rendering> link(SignedIn visitor, @PathVariable PathId tenant, ServerWebExchange exchange) {
        visitor.requireOperator();
        return gateway.execute(
                        "issueTenantToken", Map.of("input", Map.of("tenantId", tenant.id())), visitor.credentials())
                .map(answer -> answer.require("issueTenantToken", Issued.class))
                .flatMap(issued -> link(tenant.id(), issued, exchange));
    }

    private Mono<Rendering> create(SignedIn visitor, String id, ServerWebExchange exchange) {
        if (id.isEmpty()) {
            return invalid(exchange, id, "Give the tenant an id.");
        }
        return gateway.execute("upsertTenant", Map.of("input", Map.of("id", id)), visitor.credentials())
                .map(answer -> answer.require("upsertTenant", Upserted.class))
                .flatMap(upserted -> upserted.userErrors().isEmpty()
                        ? pages.seeOther(exchange, Links.destinations(id), Flash.good(said(id, upserted.created())))
                        : invalid(exchange, id, upserted.userErrors().getFirst().message()));
    }

    private static String said(String id, boolean created) {
        return created ? "Tenant " + id + " is ready." : "Tenant " + id + " was here already.";
    }

    private Mono<Rendering> invalid(ServerWebExchange exchange, String id, String error) {
        return pages.show(exchange, form(id, error).status(HttpStatus.UNPROCESSABLE_CONTENT));
    }

    private static Screen form(String id, String error) {
        return Screen.of("tenants/new", "New tenant")
                .crumb("Tenants", Links.TENANTS)
                .with("id", id)
                .with("error", error);
    }

    private Mono<Rendering> link(String tenant, Issued issued, ServerWebExchange exchange) {
        String url = issued.portalUrl();
        Instant expiresAt = issued.expiresAt();
        if (url == null || expiresAt == null) {
            String reason = issued.userErrors().isEmpty()
                    ? "The gateway handed out no link."
                    : issued.userErrors().getFirst().message();
            return pages.seeOther(exchange, Links.destinations(tenant), Flash.bad(reason));
        }
        return pages.show(
                exchange,
                Screen.of("tenants/link", "Portal link")
                        .underTenant(tenant, true)
                        .with("url", url)
                        .with("expires", Moment.of(expiresAt, clock.instant())));
    }
}
