package dev.postern.logstore.postgres;

import org.jooq.DSLContext;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** From jOOQ's queries to text with the parameters that the driver knows, $1, $2 and so on. */
final class Sql {

    static {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private static final DSLContext POSTGRES = DSL.using(
            SQLDialect.POSTGRES,
            new Settings()
                    .withRenderNamedParamPrefix("$")
                    .withRenderQuotedNames(RenderQuotedNames.EXPLICIT_DEFAULT_UNQUOTED));

    static String render(Query query) {
        return POSTGRES.renderNamedParams(query);
    }

    private Sql() {}
}
