package dev.postern.portal.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What a visitor filled in. */
public final class Form {

    private final MultiValueMap<String, String> fields;

    private Form(MultiValueMap<String, String> fields) {
        this.fields = fields;
    }

    public static Mono<Form> of(ServerWebExchange exchange) {
        return exchange.getFormData().map(Form::new);
    }

    /** A field without the white space around it; empty where it was left out. */
    public String text(String name) {
        return Optional.ofNullable(fields.getFirst(name)).map(String::strip).orElse("");
    }

    /** All values of a field that were chosen or filled in. */
    public List<String> all(String name) {
        return fields.getOrDefault(name, List.of()).stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    /** All that was filled in, the first value of each field. */
    public Map<String, String> values() {
        return Map.copyOf(fields.toSingleValueMap());
    }
}
