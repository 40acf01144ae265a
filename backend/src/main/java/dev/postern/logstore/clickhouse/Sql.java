package dev.postern.logstore.clickhouse;

import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.raw;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.conf.BackslashEscaping;
import org.jooq.conf.ParamType;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** From jOOQ's queries to text. Values are never in it: ClickHouse's own parameters stand in their places. */
final class Sql {

    static {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private static final DSLContext CLICKHOUSE = DSL.using(
            SQLDialect.CLICKHOUSE,
            // Should one be inlined all the same, a backslash in it is a backslash.
            new Settings().withBackslashEscaping(BackslashEscaping.ON).withParamType(ParamType.INLINED));

    static String render(Query query) {
        return CLICKHOUSE.render(query);
    }

    /** The parameter of a number, see {@link Arguments}. */
    static Field<Object> value(int number, String type) {
        return DSL.field(raw("{v%d:%s}".formatted(number, type)), Object.class);
    }

    /** The parameter of a number, given in milliseconds. */
    static Field<Object> time(int number) {
        return DSL.field(raw("fromUnixTimestamp64Milli({v%d:Int64}, 'UTC')".formatted(number)), Object.class);
    }

    static Table<?> table(String name) {
        return DSL.table(name(name));
    }

    /** A table's name for where a statement is written by others. */
    static String quoted(String name) {
        return CLICKHOUSE.render(name(name));
    }

    private Sql() {}
}
