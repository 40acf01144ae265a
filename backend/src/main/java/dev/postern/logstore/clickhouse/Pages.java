package dev.postern.logstore.clickhouse;

import dev.postern.logstore.KeysetPage;
import dev.postern.logstore.StoredForm;
import dev.postern.logstore.clickhouse.Search.Edge;
import dev.postern.logstore.clickhouse.Source.Detail;
import dev.postern.model.Cursor;
import dev.postern.model.Page;
import dev.postern.model.PageRequest;
import dev.postern.model.PageRequest.Direction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads pages: of each, the rows from its place on, one more than it has, and one on the other side. */
final class Pages {

    private final Searches searches;

    Pages(Searches searches) {
        this.searches = searches;
    }

    /** The pages in the queries' order. */
    <T> Mono<List<Page<T>>> read(List<Wanted> pages, Rows<T> rows) {
        if (pages.isEmpty()) {
            return Mono.just(List.of());
        }
        Mono<List<List<T>>> items =
                searches.find(pages.stream().map(Wanted::items).toList(), rows);
        List<Wanted> placed =
                pages.stream().filter(page -> page.page().from() != null).toList();
        Mono<List<List<T>>> behind =
                searches.find(placed.stream().map(Wanted::behind).toList(), rows);
        return Mono.zip(items, behind, (found, others) -> {
            List<Page<T>> read = new ArrayList<>();
            int place = 0;
            for (int i = 0; i < pages.size(); i++) {
                PageRequest request = pages.get(i).page();
                boolean other = request.from() != null && !others.get(place++).isEmpty();
                read.add(KeysetPage.of(request, found.get(i), other));
            }
            return read;
        });
    }

    /** A page of a query. */
    record Wanted(ListQuery query, Detail detail, PageRequest page) {

        Search items() {
            return new Search(query, detail, ascending(), edge(false), page.limit() + 1, page.limit());
        }

        Search behind() {
            return new Search(query, Detail.NONE, !ascending(), edge(true), 1, 0);
        }

        private boolean ascending() {
            return (page.direction() == Direction.ASC) != page.backward();
        }

        private @Nullable Edge edge(boolean inclusive) {
            Cursor from = page.from();
            return from == null
                    ? null
                    : new Edge(ListQuery.TIMES.stored(from.time()), StoredForm.text(from.id()), inclusive);
        }
    }
}
