package dev.postern.portal.deliveries;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.ListSettings;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.UserError;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.SignedIn;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** One delivery: what was sent, what came back, and once more. */
@Controller
@RequestMapping("/portal/tenants/{tenant}/deliveries/{delivery}")
final class DeliveryController {

    private final Gateway gateway;
    private final Pages pages;
    private final ListSettings settings;
    private final Clock clock;

    DeliveryController(Gateway gateway, Pages pages, ListSettings settings, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.settings = settings;
        this.clock = clock;
    }

    record Retried(List<UserError> userErrors) {}

    record Payload(String eventId, Event event) {
        record Event(String rawData) {}
    }

    @GetMapping
    Mono<Rendering> show(
            SignedIn visitor, @PathVariable PathId tenant, @PathVariable PathId delivery, ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return gateway.execute("delivery", reference(tenant, delivery), visitor.credentials())
                .map(answer -> DeliveryDetail.of(
                        answer.require("delivery", DeliveryDetail.Node.class),
                        settings.payloadCharacters(),
                        clock.instant()))
                .flatMap(detail -> pages.show(
                        exchange,
                        Screen.of("deliveries/detail", "Delivery")
                                .underTenant(tenant.id(), visitor.operator())
                                .crumb("Deliveries", Links.deliveries(tenant.id()))
                                .with("delivery", detail)));
    }

    @GetMapping("/payload")
    Mono<ResponseEntity<byte[]>> payload(SignedIn visitor, @PathVariable PathId tenant, @PathVariable PathId delivery) {
        visitor.requireTenant(tenant.id());
        return gateway.execute("deliveryPayload", reference(tenant, delivery), visitor.credentials())
                .map(answer -> answer.require("delivery", Payload.class))
                .map(payload -> ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .header(HttpHeaders.CONTENT_DISPOSITION, attachment(payload.eventId()))
                        .body(payload.event().rawData().getBytes(StandardCharsets.UTF_8)));
    }

    @PostMapping("/retry")
    Mono<Rendering> retry(
            SignedIn visitor, @PathVariable PathId tenant, @PathVariable PathId delivery, ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return gateway.execute("retryDelivery", Map.of("input", reference(tenant, delivery)), visitor.credentials())
                .map(answer -> answer.require("retryDelivery", Retried.class))
                .map(DeliveryController::flash)
                .flatMap(flash -> pages.seeOther(exchange, Links.delivery(tenant.id(), delivery.id()), flash));
    }

    private static Flash flash(Retried retried) {
        return retried.userErrors().isEmpty()
                ? new Flash(
                        Flash.Kind.GOOD,
                        "The retry is queued.",
                        "It joins the attempts below as soon as the destination has answered.")
                : Flash.bad(retried.userErrors().getFirst().message());
    }

    private static Map<String, Object> reference(PathId tenant, PathId delivery) {
        return Map.of("tenantId", tenant.id(), "id", delivery.id());
    }

    private static String attachment(String eventId) {
        return ContentDisposition.attachment()
                .filename(eventId.replaceAll("[^A-Za-z0-9_.-]", "_") + ".json")
                .build()
                .toString();
    }
}
