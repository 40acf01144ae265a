package dev.postern.api.destination;

import dev.postern.api.settings.ApiSettings;
import dev.postern.provider.DestinationProvider;
import dev.postern.provider.DestinationType;
import dev.postern.provider.ProviderRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;

/** What this installation offers to every viewer alike. */
@Controller
final class InstallationController {

    private final ProviderRegistry providers;
    private final ApiSettings settings;

    InstallationController(ProviderRegistry providers, ApiSettings settings) {
        this.providers = providers;
        this.settings = settings;
    }

    @QueryMapping
    List<DestinationType> destinationTypes() {
        return providers.types();
    }

    @QueryMapping
    @Nullable
    DestinationType destinationType(@Argument String type) {
        return providers.find(type).map(DestinationProvider::type).orElse(null);
    }

    @QueryMapping
    List<String> topics() {
        return settings.topics();
    }
}
