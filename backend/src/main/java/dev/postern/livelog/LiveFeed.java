package dev.postern.livelog;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Hears the live log once for all who watch in this process, and only while there are any. */
public final class LiveFeed implements AutoCloseable {

    private final LiveLog log;
    private final LiveLogSettings settings;
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private final Disposable.Swap leaving = Disposables.swap();
    private @Nullable Hearing hearing;

    public LiveFeed(LiveLog log, LiveLogSettings settings) {
        this.log = log;
        this.settings = settings;
    }

    /** Completes once what is told is heard; whoever watches after that misses nothing. */
    public Mono<Void> listening() {
        return Mono.defer(() -> {
            Mono<Void> listening = hearing().listening.asMono();
            leaveSoon();
            return listening;
        });
    }

    /** Watches from now on, until it is closed. */
    public Watcher watch(Predicate<Told> wanted) {
        var watcher = new Watcher(wanted, settings.buffer(), this::leave);
        watchers.add(watcher);
        hearing();
        return watcher;
    }

    private void leave(Watcher watcher) {
        if (watchers.remove(watcher)) {
            leaveSoon();
        }
    }

    private void leaveSoon() {
        if (watchers.isEmpty()) {
            leaving.update(Mono.delay(settings.linger()).subscribe(tick -> leaveIfUnwatched()));
        }
    }

    private synchronized Hearing hearing() {
        if (hearing == null) {
            hearing = new Hearing();
            hearing.start();
        }
        return hearing;
    }

    private synchronized void leaveIfUnwatched() {
        if (watchers.isEmpty()) {
            stop();
        }
    }

    private synchronized void stop() {
        if (hearing != null) {
            hearing.ear.dispose();
            hearing = null;
        }
    }

    @Override
    public void close() {
        leaving.dispose();
        stop();
    }

    /** One time of listening. */
    private final class Hearing {

        private final Sinks.Empty<Void> listening = Sinks.empty();
        private final Seen seen = new Seen(settings.remembered());
        private final Disposable.Swap ear = Disposables.swap();

        void start() {
            ear.update(log.hear().subscribe(this::hear));
        }

        private void hear(Heard heard) {
            switch (heard) {
                case Heard.Listening ready -> listening.tryEmitEmpty();
                case Heard.Gap gap -> watchers.forEach(Watcher::missed);
                case Heard.Notices notices -> {
                    List<Told> fresh = seen.fresh(notices.notices());
                    watchers.forEach(watcher -> watcher.offer(fresh));
                }
            }
        }
    }
}
