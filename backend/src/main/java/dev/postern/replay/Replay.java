package dev.postern.replay;

import dev.postern.model.Cursor;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bulk retry.
 *
 * @param tenantId null for one across tenants
 * @param planned what was counted when it started
 * @param queued how many deliveries were queued once more
 * @param skipped how many were not: their destination had taken them meanwhile, or doesn't take them any more
 * @param succeeded of those queued, how many were then taken
 * @param failed of those queued, how many failed again
 * @param createdAt in whole milliseconds
 * @param finishedAt null while it runs
 * @param faultId in the log, beside the fault that ended it; null where none did
 */
public record Replay(
        String id,
        @Nullable String tenantId,
        ReplayStatus status,
        int planned,
        int queued,
        int skipped,
        int succeeded,
        int failed,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable String faultId) {

    /** One that begins. */
    public static Replay started(String id, @Nullable String tenantId, int planned, Instant createdAt) {
        return new Replay(id, tenantId, ReplayStatus.RUNNING, planned, 0, 0, 0, 0, createdAt, null, null);
    }

    public boolean running() {
        return status == ReplayStatus.RUNNING;
    }

    /** Its place in the list of replays. */
    public Cursor cursor() {
        return new Cursor(createdAt, id);
    }

    /** With other counts. */
    public Replay with(int newQueued, int newSkipped, int newSucceeded, int newFailed) {
        return new Replay(
                id,
                tenantId,
                status,
                planned,
                newQueued,
                newSkipped,
                newSucceeded,
                newFailed,
                createdAt,
                finishedAt,
                faultId);
    }

    /** Come to its end. */
    public Replay ended(ReplayStatus how, Instant when, @Nullable String fault) {
        return new Replay(id, tenantId, how, planned, queued, skipped, succeeded, failed, createdAt, when, fault);
    }
}
