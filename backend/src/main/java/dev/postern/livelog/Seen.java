package dev.postern.livelog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a process was told lately: entries come to the log again where their acknowledgement was lost, and an event with
 * each of its destinations. Used by one thread after another.
 */
final class Seen {

    private final Map<Key, Boolean> events;
    private final Map<Key, Boolean> deliveries;

    Seen(int most) {
        events = bounded(most);
        deliveries = bounded(most);
    }

    List<Told> fresh(List<LogNotice> notices) {
        List<Told> fresh = new ArrayList<>(notices.size());
        for (LogNotice notice : notices) {
            if (deliveries.put(new Key(notice.tenantId(), notice.deliveryId()), true) == null) {
                boolean first = events.put(new Key(notice.tenantId(), notice.eventId()), true) == null;
                fresh.add(new Told(notice, first && notice.mayBringItsEvent()));
            }
        }
        return fresh;
    }

    private static Map<Key, Boolean> bounded(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
                return size() > most;
            }
        };
    }

    private record Key(String tenantId, String id) {}
}
