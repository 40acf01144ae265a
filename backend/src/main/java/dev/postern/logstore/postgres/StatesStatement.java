package dev.postern.logstore.postgres;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;

import java.util.ArrayList;
import java.util.List;
import org.jooq.Field;
import org.jooq.SelectFieldOrAsterisk;
import org.jooq.impl.SQLDataType;

/**
 * The statement that counts the attempts of events at each destination, and finds the newest. Its
 * parameters are the events' numbers, tenants and ids; its rows are the number, the count, and the columns
 * of the newest.
 */
final class StatesStatement {

    static String render(Source.Detail detail) {
        Field<Integer> number = field(name("m", "n"), Object.class).cast(SQLDataType.INTEGER);
        Field<Object> destination = Column.DESTINATION.of("a");
        List<SelectFieldOrAsterisk> columns = new ArrayList<>();
        columns.add(number.as("number"));
        columns.add(count().over().partitionBy(number, destination).as("attempts"));
        columns.addAll(Source.ATTEMPTS.columns("a", detail));
        return Sql.render(select(columns)
                .distinctOn(number, destination)
                .from(new Parameters().unnest("m", List.of("n", "tenant", "event")))
                .join(Source.ATTEMPTS.as("a"))
                .on(Column.EVENT
                        .of("a")
                        .eq(field(name("m", "event"), Object.class))
                        .and(Column.TENANT.of("a").eq(field(name("m", "tenant"), Object.class))))
                .orderBy(
                        number,
                        destination,
                        Column.TIME.of("a").desc(),
                        Column.ID.of("a").desc()));
    }

    private StatesStatement() {}
}
