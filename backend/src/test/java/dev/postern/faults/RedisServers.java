package dev.postern.faults;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** One Redis, or a cluster of three masters. */
final class RedisServers implements AutoCloseable {

    private static final int SLOTS = 16_384;
    private static final int MASTERS = 3;
    private static final Pattern TAG = Pattern.compile("\\{(.+?)}");

    private final List<RedisNode> nodes = new ArrayList<>();
    private final boolean cluster;

    RedisServers(Path directory, boolean cluster) {
        this.cluster = cluster;
        for (int i = 0; i < (cluster ? MASTERS : 1); i++) {
            try {
                nodes.add(new RedisNode(Files.createDirectories(directory.resolve("redis-" + i)), cluster));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (cluster) {
            join();
        }
    }

    List<RedisNode> nodes() {
        return nodes;
    }

    boolean isCluster() {
        return cluster;
    }

    int port() {
        return nodes.getFirst().network().port();
    }

    /** Asked of the servers themselves: how many entries the stream has. */
    long streamLength(String key) {
        return owner(key).ask(redis -> redis.xlen(key));
    }

    long setSize(String key) {
        return owner(key).ask(redis -> redis.zcard(key));
    }

    /**
     * What is wrong with where the keys lie; empty where nothing is. Nothing of a cluster's may be left without keys, and
     * what scripts touch together shares a slot.
     */
    List<String> misplaced() {
        if (!cluster) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        var slots = new HashMap<String, Set<Integer>>();
        for (RedisNode node : nodes) {
            List<String> keys = node.ask(redis -> redis.keys("*"));
            if (keys.isEmpty()) {
                faults.add("a master has no keys");
            }
            keys.forEach(key -> together(key)
                    .ifPresent(group ->
                            slots.computeIfAbsent(group, any -> new HashSet<>()).add(SlotHash.getSlot(key))));
        }
        slots.forEach((group, spread) -> {
            if (spread.size() > 1) {
                faults.add("keys of %s lie in several slots: %s".formatted(group, spread));
            }
        });
        System.out.printf("%d groups of keys, each in a slot of its own%n", slots.size());
        return faults;
    }

    /** What stands in braces, or, of an Outpost's key without any, the name in the braces of ours beside it. */
    private static Optional<String> together(String key) {
        var tag = TAG.matcher(key);
        if (tag.find()) {
            return Optional.of(tag.group(1));
        }
        return key.startsWith("idempotency:") ? Optional.of(key) : Optional.empty();
    }

    void awaitWhole() {
        if (cluster) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> nodes.stream()
                            .allMatch(node ->
                                    node.ask(redis -> redis.clusterInfo()).contains("cluster_state:ok")));
        }
    }

    @Override
    public void close() {
        nodes.forEach(RedisNode::close);
    }

    private RedisNode owner(String key) {
        if (!cluster) {
            return nodes.getFirst();
        }
        return nodes.get(SlotHash.getSlot(key) * MASTERS / SLOTS);
    }

    /** Each takes a third of the slots, and hears of the others. */
    private void join() {
        for (int i = 0; i < MASTERS; i++) {
            int from = (SLOTS * i + MASTERS - 1) / MASTERS;
            int to = (SLOTS * (i + 1) + MASTERS - 1) / MASTERS;
            nodes.get(i)
                    .ask(redis ->
                            redis.clusterAddSlots(IntStream.range(from, to).toArray()));
        }
        for (RedisNode other : nodes.subList(1, MASTERS)) {
            // With three arguments, Lettuce has no word for it: the bus is where it is by default.
            nodes.getFirst().ask(redis -> redis.clusterMeet("127.0.0.1", other.port()));
        }
        awaitWhole();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> nodes.stream()
                        .allMatch(node ->
                                node.ask(redis -> redis.clusterInfo()).contains("cluster_known_nodes:" + MASTERS)));
    }
}
