package dev.postern.api.live;

import dev.postern.api.error.ApiException;
import dev.postern.api.settings.SubscriptionSettings;
import dev.postern.api.viewer.ViewerScope;
import reactor.core.publisher.Flux;

/** The places of all that watch anything, however they are connected. */
public final class Subscriptions {

    private final Places places;

    public Subscriptions(SubscriptionSettings settings) {
        this.places = new Places(settings.most(), settings.perTenant());
    }

    /** The same, in a place that is held for as long as it goes on; fails where there is none. */
    public <T> Flux<T> placed(ViewerScope scope, Flux<T> subscription) {
        return Flux.defer(() -> {
            String tenantId = scope.tenantOrAny(null);
            if (!places.take(tenantId)) {
                return Flux.error(
                        ApiException.unavailable("There are as many subscriptions as may be; try again later"));
            }
            return subscription.doFinally(signal -> places.release(tenantId));
        });
    }

    /** How many there are. */
    public int open() {
        return places.taken();
    }
}
