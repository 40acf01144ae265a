package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.Field;
import org.jooq.Table;

/** A statement's parameters, $1, $2 and so on: all of them text or arrays of text, turned into other types in SQL. */
final class Parameters {

    private int count;

    /** The next parameters as the columns of a table. */
    Table<?> unnest(String alias, List<String> columns) {
        List<Field<?>> arrays = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            arrays.add(field("cast({0} as text[])", param(String.valueOf(++count), Object.class)));
        }
        return unnest(alias, columns, arrays);
    }

    /** The next parameters as {@link ColumnText} makes them: the columns of a table. */
    Table<?> split(String alias, List<String> columns) {
        Field<?> separator = text();
        Field<?> absent = text();
        List<Field<?>> arrays = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            arrays.add(field("(string_to_array({0}, {1}, {2}))[2:]", text(), separator, absent));
        }
        return unnest(alias, columns, arrays);
    }

    private Field<?> text() {
        return field("cast({0} as text)", param(String.valueOf(++count), Object.class));
    }

    /** The arrays as the columns of a table. */
    static Table<?> unnest(String alias, List<String> columns, List<Field<?>> arrays) {
        String template = IntStream.range(0, arrays.size())
                .mapToObj(i -> "{" + i + "}")
                .collect(Collectors.joining(", ", "unnest(", ")"));
        return table(template, arrays.toArray(Field[]::new)).as(alias, columns.toArray(String[]::new));
    }
}
