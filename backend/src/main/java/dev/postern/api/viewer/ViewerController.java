package dev.postern.api.viewer;

import dev.postern.api.query.Loaders;
import dev.postern.model.Tenant;
import dev.postern.security.Viewer;
import dev.postern.security.Viewer.TenantViewer;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.ContextValue;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SchemaMapping;
import org.springframework.stereotype.Controller;

/** Who the request acts as. */
@Controller
final class ViewerController {

    @QueryMapping
    Viewer viewer(@ContextValue ViewerScope scope) {
        return scope.viewer();
    }

    @SchemaMapping(typeName = "Viewer")
    String kind(Viewer viewer) {
        return viewer instanceof TenantViewer ? "TENANT" : "OPERATOR";
    }

    @SchemaMapping(typeName = "Viewer")
    CompletableFuture<@Nullable Tenant> tenant(Viewer viewer, DataFetchingEnvironment environment) {
        return viewer instanceof TenantViewer tenant
                ? Loaders.tenant(environment, tenant.tenantId())
                : CompletableFuture.completedFuture(null);
    }

    @SchemaMapping(typeName = "Viewer")
    @Nullable
    Instant expiresAt(Viewer viewer) {
        return viewer instanceof TenantViewer tenant ? tenant.expiresAt() : null;
    }
}
