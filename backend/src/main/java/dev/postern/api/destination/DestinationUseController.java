package dev.postern.api.destination;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.scalar.StoredJson;
import dev.postern.api.settings.ApiSettings;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.delivery.DestinationTest;
import dev.postern.delivery.DestinationTestResult;
import dev.postern.json.Json;
import dev.postern.model.DeliveryStatus;
import dev.postern.model.DestinationKey;
import dev.postern.tenantstore.TenantStore;
import graphql.schema.DataFetchingEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Tries destinations out, and shows their secrets to those whom they belong to. */
@Controller
final class DestinationUseController {

    private static final Logger AUDIT = LoggerFactory.getLogger("dev.postern.audit");

    private final TenantStore store;
    private final DestinationTest test;
    private final List<String> topics;
    private final int maxBytes;

    DestinationUseController(TenantStore store, DestinationTest test, ApiSettings settings) {
        this.store = store;
        this.test = test;
        this.topics = settings.topics();
        this.maxBytes = settings.maxEventBytes();
    }

    @MutationMapping
    Mono<RevealDestinationCredentialsPayload> revealDestinationCredentials(
            DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        return Mono.fromSupplier(() -> DestinationRefs.key(input, scope))
                .flatMap(key -> store.retrieveDestination(key)
                        .switchIfEmpty(Mono.error(DestinationRefs::absent))
                        .doOnNext(destination -> AUDIT.info(
                                "audit action=reveal_credentials viewer={} tenant_id={} destination_id={}",
                                scope.ownTenant().map(own -> "tenant:" + own).orElse("operator"),
                                key.tenantId(),
                                key.id())))
                .map(destination -> new RevealDestinationCredentialsPayload(destination.credentials(), List.of()))
                .onErrorResume(
                        RefusedException.class,
                        e -> Mono.just(new RevealDestinationCredentialsPayload(null, e.errors())));
    }

    @MutationMapping
    Mono<TestDestinationPayload> testDestination(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        Input input = Input.of(environment);
        return Mono.defer(() -> {
                    DestinationKey key = DestinationRefs.key(input, scope);
                    String topic = input.text("topic");
                    checkTopic(topic);
                    Object data = input.json("data");
                    return test.run(key, topic, data == null ? null : payload(data));
                })
                .map(result -> switch (result) {
                    case DestinationTestResult.Tested tested ->
                        new TestDestinationPayload(
                                tested.status(),
                                tested.code(),
                                StoredJson.value(tested.response()),
                                tested.latencyMs(),
                                List.of());
                    case DestinationTestResult.NoSuchDestination none -> throw DestinationRefs.absent();
                })
                .onErrorResume(
                        RefusedException.class,
                        e -> Mono.just(new TestDestinationPayload(null, null, null, null, e.errors())));
    }

    /** A sample of what is never published would say nothing. */
    private void checkTopic(@Nullable String topic) {
        new Faults().id("topic", topic).refuse();
        if (topic != null && !topics.isEmpty() && !topics.contains(topic)) {
            throw new RefusedException(
                    Code.INVALID,
                    "unknown topic '%s' (expected: one of the topics)".formatted(topic),
                    "input",
                    "topic");
        }
    }

    private String payload(Object data) {
        String text = Json.write(data);
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > maxBytes) {
            throw new RefusedException(
                    Code.TOO_LARGE, "%d bytes (expected: at most %d)".formatted(size, maxBytes), "input", "data");
        }
        return text;
    }

    /** The schema's type. */
    record RevealDestinationCredentialsPayload(@Nullable Map<String, String> credentials, List<UserError> userErrors) {

        /** Without the secrets. */
        @Override
        public String toString() {
            return "RevealDestinationCredentialsPayload[userErrors=%s]".formatted(userErrors);
        }
    }

    /** The schema's type. */
    record TestDestinationPayload(
            @Nullable DeliveryStatus status,
            @Nullable String code,
            @Nullable Object response,
            @Nullable Integer latencyMs,
            List<UserError> userErrors) {}
}
