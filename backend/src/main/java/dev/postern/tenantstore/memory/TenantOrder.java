package dev.postern.tenantstore.memory;

import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Tenant ids by creation time and then by the id's UTF-8 bytes, as Redis orders them. */
final class TenantOrder {

    private static final Comparator<Cursor> BY_TIME_AND_BYTES = Comparator.comparing(Cursor::time)
            .thenComparing(cursor -> cursor.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final NavigableSet<Cursor> ascending = new TreeSet<>(BY_TIME_AND_BYTES);

    void add(Instant createdAt, String id) {
        ascending.add(new Cursor(createdAt, id));
    }

    void remove(Instant createdAt, String id) {
        ascending.remove(new Cursor(createdAt, id));
    }

    Page<String> page(PageRequest request) {
        NavigableSet<Cursor> listed =
                request.direction() == PageRequest.Direction.ASC ? ascending : ascending.descendingSet();
        NavigableSet<Cursor> walked = request.backward() ? listed.descendingSet() : listed;
        Cursor from = request.from();
        NavigableSet<Cursor> ahead = from == null ? walked : walked.tailSet(from, false);
        boolean behind = from != null && !walked.headSet(from, true).isEmpty();
        List<String> ids = ahead.stream().limit(request.limit()).map(Cursor::id).toList();
        boolean more = ahead.stream().skip(request.limit()).findFirst().isPresent();
        return request.backward() ? new Page<>(ids.reversed(), behind, more) : new Page<>(ids, more, behind);
    }
}
