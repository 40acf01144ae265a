package dev.postern.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.Set;

/** Tells which errors mean that Redis is out of reach, full or not ready, rather than that we are wrong. */
public final class RedisOutages {

    /** How a server's answer begins that refuses what it would take at another time. */
    private static final Set<String> REFUSALS = Set.of(
            "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "NOREPLICAS", "OOM", "READONLY", "TRYAGAIN");

    /** Whether trying again later is right. Looks at the error itself, not at its causes. */
    public static boolean include(Throwable error) {
        return switch (error) {
            case RedisCommandExecutionException answer -> refusal(String.valueOf(answer.getMessage()));
            // No connection, a lost one, or no answer in time.
            case RedisException lost -> true;
            default -> false;
        };
    }

    private static boolean refusal(String message) {
        int end = message.indexOf(' ');
        return REFUSALS.contains(end < 0 ? message : message.substring(0, end));
    }

    private RedisOutages() {}
}
