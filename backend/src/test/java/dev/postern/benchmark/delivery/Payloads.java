package dev.postern.benchmark.delivery;

import dev.postern.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The events' bodies: real ones where there are some, else made, of about a kilobyte. */
final class Payloads {

    private static final int MADE = 200;

    private final String kind;
    private final List<Payload> all;

    private Payloads(String kind, List<Payload> all) {
        this.kind = kind;
        this.all = all;
    }

    static Payloads load(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            System.out.printf("%s is not there: payloads are made%n", file);
            return made();
        }
        return of(
                "of " + file.getFileName(),
                Files.readAllLines(file).stream().map(Payloads::real).toList());
    }

    /** As small as many events are; so that a million of them fit into Redis. */
    static Payloads made() {
        var random = new Random(1);
        return of(
                "made",
                IntStream.range(0, MADE)
                        .mapToObj(i -> new Payload(
                                "order.created",
                                "{\"number\":%d,\"note\":\"%s\"}"
                                        .formatted(
                                                i,
                                                random.ints(900, 'a', 'z' + 1)
                                                        .collect(
                                                                StringBuilder::new,
                                                                StringBuilder::appendCodePoint,
                                                                StringBuilder::append))))
                        .toList());
    }

    Payload get(int event) {
        return all.get(event % all.size());
    }

    @Override
    public String toString() {
        return "%d %s of %,d bytes on average"
                .formatted(
                        all.size(),
                        kind,
                        Math.round(all.stream()
                                .mapToInt(one -> one.data().getBytes(StandardCharsets.UTF_8).length)
                                .average()
                                .orElseThrow()));
    }

    private static Payloads of(String kind, List<Payload> all) {
        return new Payloads(kind, all);
    }

    /** Lines are {@code {"topic":"…","data":{…}}}. */
    private static Payload real(String line) {
        int comma = line.indexOf(',');
        String topic = line.substring(line.indexOf(':') + 2, comma - 1);
        return new Payload(topic, line.substring(line.indexOf(':', comma) + 1, line.length() - 1));
    }

    /** @param data JSON */
    record Payload(String topic, String data) {
        Payload {
            topic = String.valueOf(Json.parse("\"" + topic + "\""));
        }
    }
}
