package dev.postern.livelog.memory;

import dev.postern.livelog.Heard;
import dev.postern.livelog.LiveLog;
import dev.postern.livelog.LogNotice;
import dev.postern.model.LogEntry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;

/** Hands notices to those who listen in this process, before {@link #tell} returns. */
public final class MemoryLiveLog implements LiveLog {

    private final Set<FluxSink<Heard>> hearers = new CopyOnWriteArraySet<>();

    @Override
    public synchronized void tell(List<LogEntry> stored) {
        if (!hearers.isEmpty() && !stored.isEmpty()) {
            var notices = new Heard.Notices(LogNotice.of(stored));
            hearers.forEach(hearer -> hearer.next(notices));
        }
    }

    /** As if something had been told that didn't arrive. */
    public void lose() {
        hearers.forEach(hearer -> hearer.next(new Heard.Gap()));
    }

    @Override
    public Flux<Heard> hear() {
        return Flux.create(
                sink -> {
                    hearers.add(sink);
                    sink.onDispose(() -> hearers.remove(sink));
                    sink.next(new Heard.Listening());
                },
                OverflowStrategy.IGNORE);
    }
}
