package dev.postern.api.tenant;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.Tenant;
import dev.postern.tenantstore.TenantStore;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Mono;

/** Makes and deletes tenants, which operators alone may do: a tenant's token can neither rename nor end its tenant. */
@Controller
final class TenantWriteController {

    private final TenantStore tenants;

    TenantWriteController(TenantStore tenants) {
        this.tenants = tenants;
    }

    @MutationMapping
    Mono<UpsertTenantPayload> upsertTenant(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        Input input = Input.of(environment);
        String id = String.valueOf(input.text("id"));
        return tenants.retrieveTenant(id)
                .hasElement()
                .doOnNext(there -> check(id, there, input).refuse())
                .then(Mono.defer(() -> tenants.upsertTenant(id, input.strings("metadata"))))
                .map(done -> new UpsertTenantPayload(done.tenant(), done.created(), List.of()))
                .onErrorResume(
                        RefusedException.class, e -> Mono.just(new UpsertTenantPayload(null, false, e.errors())));
    }

    /** Only a new tenant's id has to be one that we would give. */
    private static Faults check(String id, boolean there, Input input) {
        Faults faults = there ? new Faults().id("id", id) : new Faults().keyId("id", id);
        return faults.metadata("metadata", input.strings("metadata"));
    }

    @MutationMapping
    Mono<DeleteTenantPayload> deleteTenant(DataFetchingEnvironment environment, @ContextValue ViewerScope scope) {
        scope.requireOperator();
        String id = String.valueOf(Input.of(environment).text("id"));
        return Mono.fromRunnable(() -> new Faults().id("id", id).refuse())
                .then(Mono.defer(() -> tenants.deleteTenant(id)))
                .map(deleted -> deleted
                        ? new DeleteTenantPayload(id, List.of())
                        : new DeleteTenantPayload(
                                null, List.of(UserError.of(Code.NOT_FOUND, "No such tenant", "input", "id"))))
                .onErrorResume(RefusedException.class, e -> Mono.just(new DeleteTenantPayload(null, e.errors())));
    }

    /** The schema's type. */
    record UpsertTenantPayload(@Nullable Tenant tenant, boolean created, List<UserError> userErrors) {}

    /** The schema's type. */
    record DeleteTenantPayload(@Nullable String deletedTenantId, List<UserError> userErrors) {}
}
