package dev.postern.logbatch;

import dev.postern.model.Causes;
import dev.postern.model.LogEntry;
import dev.postern.queue.MessageQueue.Message;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The messages of one batch that are not settled yet; each is settled once. */
final class Hand {

    private static final Logger log = LoggerFactory.getLogger(Hand.class);

    private static final int AT_ONCE = 64;

    private final Set<Message<LogEntry>> open =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    Hand(Collection<Message<LogEntry>> messages) {
        open.addAll(messages);
    }

    int size() {
        return open.size();
    }

    Mono<Void> ack(List<Message<LogEntry>> messages) {
        return settle(messages, Message::ack);
    }

    Mono<Void> setAside(Message<LogEntry> message, String reason) {
        return settle(List.of(message), guilty -> guilty.setAside(reason));
    }

    Mono<Void> nackRest() {
        return Mono.defer(() -> settle(rest(), Message::nack));
    }

    /** As {@link #nackRest}, where nobody waits for it any more. */
    void abandon() {
        nackRest().subscribe();
    }

    private List<Message<LogEntry>> rest() {
        synchronized (open) {
            return List.copyOf(open);
        }
    }

    /** What can't be settled comes again by itself, and is stored once nevertheless. */
    private Mono<Void> settle(List<Message<LogEntry>> messages, Function<Message<LogEntry>, Mono<Void>> how) {
        return Flux.fromIterable(messages)
                .filter(open::remove)
                .flatMap(
                        message ->
                                how.apply(message).then(Mono.<Throwable>empty()).onErrorResume(Mono::just),
                        AT_ONCE)
                .collectList()
                .doOnNext(Hand::tell)
                .then();
    }

    /** In a line, since they have one cause: their queue is away. */
    private static void tell(List<Throwable> failures) {
        if (!failures.isEmpty()) {
            log.warn(
                    "{} log entries could not be settled, they come again: {}",
                    failures.size(),
                    Causes.reason(failures.getFirst()));
        }
    }
}
