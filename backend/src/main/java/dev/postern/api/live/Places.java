package dev.postern.api.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Places of which one tenant may take some, and operators any. */
public final class Places {

    private final int most;
    private final int perTenant;
    private final Map<String, Integer> ofTenants = new HashMap<>();
    private int taken;

    /**
     * @param most how many there are
     * @param perTenant how many of them one tenant may take
     */
    public Places(int most, int perTenant) {
        this.most = most;
        this.perTenant = perTenant;
    }

    /**
     * Takes a place, which is to be released; false where there is none.
     *
     * @param tenantId null for an operator
     */
    public synchronized boolean take(@Nullable String tenantId) {
        if (taken >= most || (tenantId != null && ofTenants.getOrDefault(tenantId, 0) >= perTenant)) {
            return false;
        }
        taken++;
        if (tenantId != null) {
            ofTenants.merge(tenantId, 1, Integer::sum);
        }
        return true;
    }

    /** Gives a place back. */
    public synchronized void release(@Nullable String tenantId) {
        taken--;
        if (tenantId != null) {
            ofTenants.computeIfPresent(tenantId, (tenant, count) -> count == 1 ? null : count - 1);
        }
    }

    /** How many are taken. */
    public synchronized int taken() {
        return taken;
    }
}
