package dev.postern.portal.destinations;

import dev.postern.portal.gateway.Answer;
import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Form;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.UserError;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.SignedIn;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Making a destination, by the form that its type describes. */
@Controller
final class NewDestinationController {

    private static final String PATH = "/portal/tenants/{tenant}/new-destination";

    private final Gateway gateway;
    private final Pages pages;

    NewDestinationController(Gateway gateway, Pages pages) {
        this.gateway = gateway;
        this.pages = pages;
    }

    record Created(@Nullable Ref destination, List<UserError> userErrors) {
        record Ref(String id) {}
    }

    @GetMapping(PATH)
    Mono<Rendering> form(
            SignedIn visitor,
            @PathVariable PathId tenant,
            @RequestParam(defaultValue = "webhook") String type,
            ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return types(visitor).flatMap(answer -> {
            TypeForm form = TypeForm.of(type(answer, type), topics(answer), List.of("*"), Map.of(), List.of());
            return pages.show(exchange, screen(visitor, tenant.id(), form));
        });
    }

    @PostMapping(PATH)
    Mono<Rendering> create(SignedIn visitor, @PathVariable PathId tenant, ServerWebExchange exchange) {
        visitor.requireTenant(tenant.id());
        return Mono.zip(Form.of(exchange), types(visitor))
                .flatMap(parts -> create(visitor, tenant.id(), parts.getT1(), parts.getT2(), exchange));
    }

    private Mono<Rendering> create(
            SignedIn visitor, String tenant, Form form, Answer types, ServerWebExchange exchange) {
        TypeForm.Type type = type(types, form.text("type"));
        List<String> wanted = TopicsField.read(form);
        Map<String, Object> input = Map.of(
                "tenantId", tenant,
                "type", type.type(),
                "topics", wanted,
                "config", filled("config", type.configFields(), form),
                "credentials", filled("credentials", type.credentialFields(), form));
        return gateway.execute("createDestination", Map.of("input", input), visitor.credentials())
                .map(answer -> answer.require("createDestination", Created.class))
                .flatMap(created -> created.destination() != null
                        ? pages.seeOther(
                                exchange,
                                Links.destination(tenant, created.destination().id()),
                                Flash.good("The destination is ready. Send it a test event to see that it answers."))
                        : pages.show(
                                exchange,
                                screen(
                                                visitor,
                                                tenant,
                                                TypeForm.of(
                                                        type,
                                                        topics(types),
                                                        wanted,
                                                        form.values(),
                                                        created.userErrors()))
                                        .status(HttpStatus.UNPROCESSABLE_CONTENT)));
    }

    private Mono<Answer> types(SignedIn visitor) {
        return gateway.execute("destinationTypes", Map.of(), visitor.credentials());
    }

    private static TypeForm.Type type(Answer answer, String name) {
        return List.of(answer.require("destinationTypes", TypeForm.Type[].class)).stream()
                .filter(type -> type.type().equals(name))
                .findFirst()
                .orElseThrow(GatewayException.NotFound::new);
    }

    private static List<String> topics(Answer answer) {
        return List.of(answer.require("topics", String[].class));
    }

    private static Map<String, String> filled(String part, List<TypeForm.Field> fields, Form form) {
        Map<String, String> values = new HashMap<>();
        for (TypeForm.Field field : fields) {
            String value = form.text(part + "." + field.key());
            if (!value.isEmpty()) {
                values.put(field.key(), "KEY_VALUE".equals(field.kind()) ? KeyValueLines.toJson(value) : value);
            }
        }
        return values;
    }

    private static Screen screen(SignedIn visitor, String tenant, TypeForm form) {
        return Screen.of("destinations/new", "New " + form.label().toLowerCase(Locale.ROOT))
                .underTenant(tenant, visitor.operator())
                .crumb("Destinations", Links.destinations(tenant))
                .with("base", Links.tenant(tenant))
                .with("form", form);
    }
}
