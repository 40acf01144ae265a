package dev.postern.livelog;

import dev.postern.model.LogEntry;
import java.util.List;
import reactor.core.publisher.Flux;

/** Tells from any process to any process what has just reached the log; best effort, in the order in which it was told. */
public interface LiveLog {

    /** For who stores entries that nobody watches. */
    LiveLog SILENT = new LiveLog() {
        @Override
        public void tell(List<LogEntry> stored) {}

        @Override
        public Flux<Heard> hear() {
            return Flux.never();
        }
    };

    /**
     * Tells of entries that are in the log. Returns at once, never fails, and keeps little: what can't be told soon is
     * dropped, and costs its hearers a {@link Heard.Gap}.
     */
    void tell(List<LogEntry> stored);

    /**
     * What is told from now on, without end and without an error: what breaks is mended behind it. Demand is not looked
     * at, so take what comes.
     */
    Flux<Heard> hear();
}
