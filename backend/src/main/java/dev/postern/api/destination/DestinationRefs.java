package dev.postern.api.destination;

import dev.postern.api.error.RefusedException;
import dev.postern.api.error.UserError.Code;
import dev.postern.api.input.Faults;
import dev.postern.api.input.Input;
import dev.postern.api.viewer.ViewerScope;
import dev.postern.model.DestinationKey;
import org.jspecify.annotations.Nullable;

/** Which destination a mutation is about. One outside the viewer's reach is absent. */
final class DestinationRefs {

    static DestinationKey key(Input input, ViewerScope scope) {
        String id = String.valueOf(input.text("id"));
        String named = input.text("tenantId");
        new Faults().id("id", id).id("tenantId", named).refuse();
        if (scope.hides(named)) {
            throw absent();
        }
        return new DestinationKey(requireTenant(named, scope), id);
    }

    /** The tenant that gets a destination. */
    static String tenant(Input input, ViewerScope scope) {
        String named = input.text("tenantId");
        new Faults().id("tenantId", named).refuse();
        if (scope.hides(named)) {
            throw noTenant();
        }
        return requireTenant(named, scope);
    }

    static RefusedException absent() {
        return new RefusedException(Code.NOT_FOUND, "No such destination", "input", "id");
    }

    static RefusedException noTenant() {
        return new RefusedException(Code.NOT_FOUND, "No such tenant", "input", "tenantId");
    }

    private static String requireTenant(@Nullable String named, ViewerScope scope) {
        String tenantId = scope.tenantOrAny(named);
        if (tenantId == null) {
            throw new RefusedException(
                    Code.REQUIRED,
                    "missing (expected: the tenant's id, as an operator sees them all)",
                    "input",
                    "tenantId");
        }
        return tenantId;
    }

    private DestinationRefs() {}
}
