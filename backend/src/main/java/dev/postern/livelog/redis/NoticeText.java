package dev.postern.livelog.redis;

import dev.postern.json.Json;
import dev.postern.livelog.LogNotice;
import dev.postern.model.DeliveryStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The text of a message: {@code {"from": <process>, "first": <number of its first notice>, "notices": [[…], …]}}. */
final class NoticeText {

    static String write(Message message) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("from", message.from());
        members.put("first", message.first());
        members.put("notices", message.notices().stream().map(NoticeText::list).toList());
        return Json.write(members);
    }

    /** Fails with any exception where it is no such message: others may write to the channel. */
    static Message read(String text) {
        Map<String, @Nullable Object> members = Json.parseObject(text);
        List<LogNotice> notices = new ArrayList<>();
        for (Object notice : (List<?>) Objects.requireNonNull(members.get("notices"))) {
            notices.add(notice((List<?>) notice));
        }
        return new Message(
                (String) Objects.requireNonNull(members.get("from")),
                ((Number) Objects.requireNonNull(members.get("first"))).longValue(),
                notices);
    }

    private static List<@Nullable Object> list(LogNotice notice) {
        List<@Nullable Object> list = new ArrayList<>();
        list.add(notice.tenantId());
        list.add(notice.eventId());
        list.add(notice.deliveryId());
        list.add(notice.destinationId());
        list.add(notice.destinationType());
        list.add(notice.topic());
        list.add(notice.status().name());
        list.add(notice.code());
        list.add(notice.time().toString());
        list.add(notice.eventTime().toString());
        list.add(notice.attemptNumber());
        list.add(notice.manual());
        list.add(notice.matchedDestinationIds());
        return list;
    }

    private static LogNotice notice(List<?> list) {
        return new LogNotice(
                (String) list.get(0),
                (String) list.get(1),
                (String) list.get(2),
                (String) list.get(3),
                (String) list.get(4),
                (String) list.get(5),
                DeliveryStatus.valueOf((String) list.get(6)),
                (String) list.get(7),
                Instant.parse((String) list.get(8)),
                Instant.parse((String) list.get(9)),
                ((Number) list.get(10)).intValue(),
                (Boolean) list.get(11),
                ((List<?>) list.get(12)).stream().map(String.class::cast).toList());
    }

    /**
     * Notices that travel together.
     *
     * @param from the process that tells
     * @param first the number of the first of them among all that the process stored
     */
    record Message(String from, long first, List<LogNotice> notices) {}

    private NoticeText() {}
}
