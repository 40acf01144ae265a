package dev.postern.benchmark;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.data_formats.ClickHouseBinaryFormatReader;
import com.clickhouse.client.api.internal.ClickHouseLZ4InputStream;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import dev.postern.benchmark.RecordingProxy.Asked;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jpountz.lz4.LZ4Factory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What a port asked a server, for the driver alone to ask again. Of the port's it has the statements, the values of
 * their parameters, and which of them were under way at the same time, for so they are again. The driver is as it
 * comes, which compresses answers and not questions; it reads with its own reader for answers of any columns,
 * {@link Client#newBinaryFormatReader}, in the format that this one is best at, RowBinaryWithNamesAndTypes. Every value
 * of every row becomes an object of Java's, and nothing is made of them.
 */
final class ClickHouseReplay {

    /**
     * What makes a difference to the server's work, said here once more and not taken from the port; but a port that
     * says something else is found out.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "readonly", "2",
            "use_skip_indexes_if_final", "1",
            "use_skip_indexes_if_final_exact_mode", "1");

    private final List<Sent> sent;

    private ClickHouseReplay(List<Sent> sent) {
        this.sent = sent;
    }

    static ClickHouseReplay of(List<Asked> asked) {
        return new ClickHouseReplay(asked.stream().map(Sent::of).toList());
    }

    /** Asks again, each statement as soon as those have been answered that were before it began; the number of rows. */
    Mono<Long> rows(Client client) {
        return Mono.defer(() -> {
            List<Mono<Long>> answers = new ArrayList<>();
            for (Sent one : sent) {
                List<Mono<Long>> before = new ArrayList<>();
                for (int i = 0; i < answers.size(); i++) {
                    if (sent.get(i).ended() <= one.begun()) {
                        before.add(answers.get(i));
                    }
                }
                answers.add(Mono.when(before)
                        .then(Mono.fromCallable(() -> one.again(client)).subscribeOn(Schedulers.boundedElastic()))
                        .cache());
            }
            return Flux.merge(answers).reduce(0L, Long::sum);
        });
    }

    private record Sent(String sql, Map<String, Object> parameters, long begun, long ended) {

        private static final String PARAMETER = "param_";
        private static final int BUFFER = 8_192;
        private static final Pattern PART = Pattern.compile("name=\"([^\"]+)\".*?\r\n\r\n(.*?)\r\n--", Pattern.DOTALL);

        static Sent of(Asked asked) {
            Map<String, String> address = new LinkedHashMap<>();
            for (String pair : asked.uri().getRawQuery().split("&", -1)) {
                int equals = pair.indexOf('=');
                address.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
            SETTINGS.forEach((name, value) -> {
                if (!value.equals(address.get(name))) {
                    throw new IllegalStateException("%s: %s (expected: %s)".formatted(name, address.get(name), value));
                }
            });
            String body = text(asked.body().bytes(), "1".equals(address.get("decompress")));
            if (!asked.headers().getOrDefault("Content-Type", "").startsWith("multipart/")) {
                return new Sent(body, parameters(address), asked.begun(), asked.ended());
            }
            // Long values are in the body, where the statement is one of the parts.
            Matcher part = PART.matcher(body);
            while (part.find()) {
                address.put(part.group(1), part.group(2));
            }
            return new Sent(address.getOrDefault("query", ""), parameters(address), asked.begun(), asked.ended());
        }

        long again(Client client) throws Exception {
            QuerySettings settings = new QuerySettings()
                    .setFormat(ClickHouseFormat.RowBinaryWithNamesAndTypes)
                    .waitEndOfQuery(true);
            SETTINGS.forEach(settings::serverSetting);
            long rows = 0;
            QueryResponse response = client.query(sql, parameters, settings).get();
            try {
                ClickHouseBinaryFormatReader reader = client.newBinaryFormatReader(response);
                while (reader.hasNext()) {
                    reader.next();
                    rows++;
                }
            } finally {
                response.close();
            }
            return rows;
        }

        private static Map<String, Object> parameters(Map<String, String> address) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            address.forEach((name, value) -> {
                if (name.startsWith(PARAMETER)) {
                    parameters.put(name.substring(PARAMETER.length()), value);
                }
            });
            return parameters;
        }

        private static String text(byte[] body, boolean compressed) {
            InputStream bytes = new ByteArrayInputStream(body);
            try (InputStream in = compressed
                    ? new ClickHouseLZ4InputStream(
                            bytes, LZ4Factory.fastestInstance().fastDecompressor(), BUFFER)
                    : bytes) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }
    }
}
