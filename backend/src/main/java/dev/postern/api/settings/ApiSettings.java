package dev.postern.api.settings;

import dev.postern.model.Ranges;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The API's limits, and what it tells of the installation.
 *
 * @param topics what may be published and subscribed to; empty for anything
 * @param topicWildcards whether destinations may subscribe to patterns such as {@code user.*}
 * @param publicUrl base of the links that are handed out; null for where the request came in
 * @param maxEventBytes how large a payload may be; 1 MiB where nothing else is said
 * @param maxRequestBytes how large a request's body may be; 10 MiB where nothing else is said
 * @param query what one query may be
 * @param quotas what viewers may spend over time
 * @param trusted which documents are known beforehand
 * @param maxAnswerCharacters how much text of payloads and destinations' answers an answer may carry; 32 Mi where
 *     nothing else is said
 * @param maxOpenAnswerCharacters how much of that all small answers together may carry that are being made or written, and
 *     all large ones again, of which there may be two at least; a thirty-second of the heap's bytes where nothing else
 *     is said
 * @param publishConcurrency how many events of one {@code publishEvents} are in hand at once; 16 where
 *     nothing else is said
 * @param deadline how long one request may take; 30 s where nothing else is said
 * @param maxMetricsPoints how many points an answer with metrics has at most; 10,000 where nothing else is
 *     said: more than a chart can show, and with every field some 3 MB of text
 * @param metricsDeadline how long one count may take in the store; 20 s where nothing else is said, so that
 *     the store has given up before the request has
 */
public record ApiSettings(
        List<String> topics,
        boolean topicWildcards,
        @Nullable URI publicUrl,
        int maxEventBytes,
        int maxRequestBytes,
        QuerySettings query,
        QuotaSettings quotas,
        TrustedSettings trusted,
        int maxAnswerCharacters,
        long maxOpenAnswerCharacters,
        int publishConcurrency,
        Duration deadline,
        int maxMetricsPoints,
        Duration metricsDeadline) {

    public ApiSettings {
        topics = List.copyOf(topics);
        Ranges.requireAtLeast("maxEventBytes", maxEventBytes, 1);
        Ranges.requireAtLeast("maxRequestBytes", maxRequestBytes, 1);
        Ranges.requireAtLeast("maxAnswerCharacters", maxAnswerCharacters, 1);
        Ranges.requireAtLeast("maxOpenAnswerCharacters", maxOpenAnswerCharacters, 1);
        Ranges.requireAtLeast("publishConcurrency", publishConcurrency, 1);
        Ranges.requirePositive("deadline", deadline);
        Ranges.requireAtLeast("maxMetricsPoints", maxMetricsPoints, 1);
        Ranges.requirePositive("metricsDeadline", metricsDeadline);
    }

    /** What there is memory for. */
    public static long openAnswerCharacters() {
        return Runtime.getRuntime().maxMemory() / 32;
    }

    /** The defaults, with these topics. */
    public static ApiSettings of(List<String> topics, boolean topicWildcards, @Nullable URI publicUrl) {
        return new ApiSettings(
                topics,
                topicWildcards,
                publicUrl,
                1024 * 1024,
                10 * 1024 * 1024,
                QuerySettings.DEFAULTS,
                QuotaSettings.DEFAULTS,
                TrustedSettings.DEFAULTS,
                32 * 1024 * 1024,
                openAnswerCharacters(),
                16,
                Duration.ofSeconds(30),
                10_000,
                Duration.ofSeconds(20));
    }

    public ApiSettings withQuery(QuerySettings newQuery) {
        return with(newQuery, quotas, trusted);
    }

    public ApiSettings withQuotas(QuotaSettings newQuotas) {
        return with(query, newQuotas, trusted);
    }

    public ApiSettings withTrusted(TrustedSettings newTrusted) {
        return with(query, quotas, newTrusted);
    }

    private ApiSettings with(QuerySettings newQuery, QuotaSettings newQuotas, TrustedSettings newTrusted) {
        return new ApiSettings(
                topics,
                topicWildcards,
                publicUrl,
                maxEventBytes,
                maxRequestBytes,
                newQuery,
                newQuotas,
                newTrusted,
                maxAnswerCharacters,
                maxOpenAnswerCharacters,
                publishConcurrency,
                deadline,
                maxMetricsPoints,
                metricsDeadline);
    }
}
