package dev.postern.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.fakes.HandedMessage;
import dev.postern.fakes.Queues;
import dev.postern.fakes.Samples;
import dev.postern.fakes.ScriptedProvider;
import dev.postern.model.DeliveryTask;
import dev.postern.model.DestinationKey;
import org.junit.jupiter.api.Test;

/** Destinations that fail again and again. */
class FailingDestinationTest {

    private static final DestinationKey HOOK = new DestinationKey(Samples.TENANT, "hook");

    private final Workshop workshop = new Workshop();
    private int events;

    /** The receiver was given up, and nobody told us. */
    @Test
    void handle_failedTooOftenInARow_disablesTheDestination() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        attempts(Workshop.FAILURES - 1);
        assertThat(workshop.destination("hook").enabled()).isTrue();

        attempts(1);

        assertThat(workshop.destination("hook").disabledAt()).isNotNull();
        assertThat(workshop.flushLog()).hasSize(Workshop.FAILURES);
    }

    /** It fails now and then. */
    @Test
    void handle_deliveredBetween_countsAnew() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        attempts(Workshop.FAILURES - 1);
        workshop.provider.answer(ScriptedProvider.DELIVERED);
        attempts(1);
        workshop.provider.answer(ScriptedProvider.REJECTED);
        attempts(Workshop.FAILURES - 1);
        assertThat(workshop.destination("hook").enabled()).isTrue();

        attempts(1);

        assertThat(workshop.destination("hook").enabled()).isFalse();
    }

    /** The log queue is away for a moment: the attempt is told of again, and is one. */
    @Test
    void handle_recordedAtTheSecondTry_countsOnce() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.logFaults.failNext(2);
        attempts(1);

        assertThat(workshop.failures.failed(HOOK, "another", 100).block()).isEqualTo(2);
    }

    /** Two retries may follow the first attempt: the third to fail is the last. */
    @Test
    void handle_failedAndNoRetryIsLeft_isTold() {
        workshop.provider.answer(ScriptedProvider.REJECTED);
        workshop.handle(HandedMessage.first(Samples.task("evt_1", "hook", 2)));
        var never = Samples.notEligibleForRetry(Samples.event("evt_2"));
        workshop.handle(HandedMessage.first(new DeliveryTask(never, "hook", 3, false)));
        assertThat(Queues.drain(workshop.told)).isEmpty();

        workshop.handle(HandedMessage.first(Samples.task("evt_3", "hook", 3)));

        assertThat(Queues.drain(workshop.told))
                .singleElement()
                .satisfies(event -> assertThat(event.body())
                        .contains("\"topic\":\"alert.attempt.exhausted_retries\"", "\"event\":{\"id\":\"evt_3\""));
    }

    private void attempts(int count) {
        for (int i = 0; i < count; i++) {
            var message = HandedMessage.first(Samples.task("evt_" + ++events, "hook", 1));
            workshop.handle(message);
            assertThat(message.settled()).isEqualTo("ack");
        }
    }
}
