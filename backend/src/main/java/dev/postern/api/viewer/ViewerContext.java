package dev.postern.api.viewer;

import dev.postern.security.Viewer;
import graphql.introspection.Introspection;
import java.util.Map;
import java.util.function.Function;

/** What a viewer brings into the GraphQL context: its reach, and whether it may read the schema. */
public final class ViewerContext implements Function<Viewer, Map<String, Object>> {

    private final boolean introspectionForAll;

    public ViewerContext(boolean introspectionForAll) {
        this.introspectionForAll = introspectionForAll;
    }

    @Override
    public Map<String, Object> apply(Viewer viewer) {
        var scope = new ViewerScope(viewer);
        return Map.of(
                ViewerScope.KEY,
                scope,
                Introspection.INTROSPECTION_DISABLED,
                !introspectionForAll && !scope.operator());
    }
}
