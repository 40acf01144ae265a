package dev.postern.portal.deadletters;

import dev.postern.portal.page.JsonText;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Moment;
import dev.postern.portal.page.PageInfo;
import dev.postern.portal.page.Pill;
import dev.postern.portal.page.ShortId;
import java.time.Instant;
import java.util.List;

/** A dead letter, as the gateway says it. */
record DeadLetter(String id, String cause, String reason, Instant firstSeenAt, Instant lastSeenAt, int receives) {

    /** A page of them. */
    record Page(int totalCount, List<DeadLetter> nodes, PageInfo pageInfo) {}

    /** One with its body. */
    record Whole(
            String id,
            String queue,
            String cause,
            String reason,
            String body,
            Instant firstSeenAt,
            Instant lastSeenAt,
            int receives) {

        Detail detail(LetterQueue from, int longest, Instant now) {
            DeadLetter letter = new DeadLetter(id, cause, reason, firstSeenAt, lastSeenAt, receives);
            return new Detail(
                    letter.row(from, now),
                    JsonText.of(body, longest),
                    body.substring(
                            0, body.offsetByCodePoints(0, Math.min(longest, body.codePointCount(0, body.length())))));
        }
    }

    /**
     * As the list shows it.
     *
     * @param value the whole id, as forms send it
     */
    record Row(
            String value,
            ShortId id,
            String href,
            Pill cause,
            String reason,
            int receives,
            Moment came,
            Moment setAside) {}

    /**
     * As its own page shows it.
     *
     * @param pretty the body laid out for reading
     * @param raw the body as it is; both end where a page ends
     */
    record Detail(Row row, JsonText pretty, String raw) {}

    Row row(LetterQueue queue, Instant now) {
        return new Row(
                id,
                ShortId.of(id),
                Links.deadLetter(queue.segment(), id),
                pill(),
                reason,
                receives,
                Moment.of(firstSeenAt, now),
                Moment.of(lastSeenAt, now));
    }

    private Pill pill() {
        return switch (cause) {
            case "UNDECODABLE" -> new Pill(Pill.Tone.BAD, "Unreadable");
            case "FAILED" -> new Pill(Pill.Tone.BAD, "Failed");
            case "ABANDONED" -> new Pill(Pill.Tone.WARN, "Worker died");
            case "REFUSED" -> new Pill(Pill.Tone.BAD, "Refused");
            default -> new Pill(Pill.Tone.QUIET, cause);
        };
    }
}
