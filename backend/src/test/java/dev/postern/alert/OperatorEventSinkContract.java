package dev.postern.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.model.OperatorEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What every sink of operator events does. */
public abstract class OperatorEventSinkContract {

    protected static final Duration PATIENCE = Duration.ofSeconds(20);
    protected static final OperatorEvent EVENT = new OperatorEvent(
            "id_1",
            "attempt.failed",
            "{\"id\":\"id_1\",\"topic\":\"attempt.failed\",\"data\":{\"note\": \"z\u00fcrich\"}}");

    /** A sink whose receiver takes what it is sent. */
    protected abstract OperatorEventSink create() throws Exception;

    /** The bodies that the receiver has taken from now on, once there are so many. */
    protected abstract List<String> received(int count);

    /** The receiver takes nothing any more, and says so. */
    protected abstract void refuse();

    /** A sink whose receiver isn't there. */
    protected abstract OperatorEventSink withNobodyThere() throws Exception;

    @Test
    void send_isTakenByteForByte() throws Exception {
        send(create());
        assertThat(received(1)).containsExactly(EVENT.body());
    }

    /** It wasn't known whether it was taken. */
    @Test
    void send_again_sendsTheSameOnceMore() throws Exception {
        var sink = create();
        send(sink);
        send(sink);
        assertThat(received(2)).containsExactly(EVENT.body(), EVENT.body());
    }

    @Test
    void send_unsubscribed_sendsNothing() throws Exception {
        var sink = create();
        Mono<Void> unsubscribed = sink.send(EVENT);
        send(sink);
        assertThat(received(1)).hasSize(1);
        assertThat(unsubscribed).isNotNull();
    }

    /** Else it would be lost without a trace. */
    @Test
    void send_notTaken_isAnError() throws Exception {
        var sink = create();
        refuse();
        StepVerifier.create(sink.send(EVENT)).expectError().verify(PATIENCE);
    }

    @Test
    void send_withNobodyThere_isAnError() throws Exception {
        StepVerifier.create(withNobodyThere().send(EVENT)).expectError().verify(PATIENCE);
    }

    private static void send(OperatorEventSink sink) {
        StepVerifier.create(sink.send(EVENT)).expectComplete().verify(PATIENCE);
    }
}
