package dev.postern.portal.destinations;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.page.Form;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.UserError;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.SignedIn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What is done with one destination. Each action ends on a page that says how it went. */
@Controller
@RequestMapping("/portal/tenants/{tenant}/destinations/{destination}")
final class DestinationActions {

    private final Gateway gateway;
    private final Pages pages;

    DestinationActions(Gateway gateway, Pages pages) {
        this.gateway = gateway;
        this.pages = pages;
    }

    /** An answer of which only the complaints matter. */
    record Done(List<UserError> userErrors) {}

    record Tested(
            @Nullable String status,
            @Nullable String code,
            @Nullable Integer latencyMs,
            List<UserError> userErrors) {

        Flash flash() {
            if (!userErrors.isEmpty()) {
                return Flash.bad(userErrors.getFirst().message());
            }
            String took = latencyMs == null ? "" : " in " + latencyMs + " ms";
            String answer = code == null ? "There was no answer." : "The destination answered " + code + took + ".";
            return "SUCCESS".equals(status)
                    ? new Flash(Flash.Kind.GOOD, "The test event was delivered.", answer)
                    : new Flash(Flash.Kind.BAD, "The test event was not delivered.", answer);
        }
    }

    @PostMapping("/enable")
    Mono<Rendering> enable(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return act("enableDestination", visitor, reference(tenant, destination))
                .flatMap(done -> after(
                        done,
                        "The destination is enabled: events reach it from now on.",
                        tenant,
                        destination,
                        exchange));
    }

    @PostMapping("/disable")
    Mono<Rendering> disable(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return act("disableDestination", visitor, reference(tenant, destination))
                .flatMap(done -> after(
                        done, "The destination is disabled: nothing is sent to it.", tenant, destination, exchange));
    }

    @PostMapping("/topics")
    Mono<Rendering> topics(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return Form.of(exchange)
                .map(TopicsField::read)
                .flatMap(topics -> act(
                        "updateDestination",
                        visitor,
                        Map.of("tenantId", tenant.id(), "id", destination.id(), "topics", topics)))
                .flatMap(done -> after(done, "The topics are saved.", tenant, destination, exchange));
    }

    @PostMapping("/delete")
    Mono<Rendering> delete(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        return act("deleteDestination", visitor, reference(tenant, destination))
                .flatMap(done -> done.userErrors().isEmpty()
                        ? pages.seeOther(
                                exchange,
                                Links.destinations(tenant.id()),
                                Flash.good("The destination is deleted. Its deliveries stay in the log."))
                        : after(done, "", tenant, destination, exchange));
    }

    @PostMapping("/test")
    Mono<Rendering> test(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @PathVariable PathId destination,
            ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return gateway.execute(
                        "testDestination", Map.of("input", reference(tenant, destination)), visitor.credentials())
                .map(answer -> answer.require("testDestination", Tested.class).flash())
                .flatMap(flash -> pages.seeOther(exchange, Links.destination(tenant.id(), destination.id()), flash));
    }

    private Mono<Done> act(String mutation, SignedIn visitor, Map<String, Object> input) {
        visitor.requireTenant(String.valueOf(input.get("tenantId")));
        return gateway.execute(mutation, Map.of("input", input), visitor.credentials())
                .map(answer -> answer.require(mutation, Done.class));
    }

    private Mono<Rendering> after(
            Done done, String said, PathId tenant, PathId destination, ServerWebExchange exchange) {
        Flash flash = done.userErrors().isEmpty()
                ? Flash.good(said)
                : Flash.bad(done.userErrors().getFirst().message());
        return pages.seeOther(exchange, Links.destination(tenant.id(), destination.id()), flash);
    }

    private static Map<String, Object> reference(PathId tenant, PathId destination) {
        return Map.of("tenantId", tenant.id(), "id", destination.id());
    }
}
