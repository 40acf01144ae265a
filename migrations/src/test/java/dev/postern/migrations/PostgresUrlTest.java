package dev.postern.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text that operators already have in POSTGRES_URL. */
class PostgresUrlTest {

    @Test
    void parse_readsEveryPart() {
        PostgresUrl url = PostgresUrl.parse("postgres://outpost:s3cret@db.example.com:6432/log?sslmode=disable");

        assertThat(url.host()).isEqualTo("db.example.com");
        assertThat(url.port()).isEqualTo(6432);
        assertThat(url.database()).isEqualTo("log");
        assertThat(url.user()).isEqualTo("outpost");
        assertThat(url.password()).isEqualTo("s3cret");
        assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://db.example.com:6432/log?sslmode=disable");
    }

    @ParameterizedTest
    @CsvSource({
        "postgres://db, jdbc:postgresql://db:5432/postgres",
        "postgresql://ann@db/, jdbc:postgresql://db:5432/ann",
        "postgres://, jdbc:postgresql://localhost:5432/postgres",
        "postgres://[::1]:5433/x, jdbc:postgresql://[::1]:5433/x",
        "postgres://a:b@db/my%20log, jdbc:postgresql://db:5432/my%20log",
        "postgres://db/x?pool_max_conns=9&search_path=log, jdbc:postgresql://db:5432/x?currentSchema=log",
        "postgres://db/x?connect_timeout=3&application_name=a%26b, jdbc:postgresql://db:5432/x?connectTimeout=3&ApplicationName=a%26b"
    })
    void jdbcUrl_fillsInWhatIsLeftOut(String text, String jdbc) {
        assertThat(PostgresUrl.parse(text).jdbcUrl()).isEqualTo(jdbc);
    }

    /** Generated passwords are full of these. */
    @ParameterizedTest
    @CsvSource({"p%40ss%3Aword%2F, p@ss:word/", "a+b, a+b", "x@y, x@y", "c:d, c:d", "%C3%BC, ü", "'', ''"})
    void parse_decodesThePassword(String written, String password) {
        assertThat(PostgresUrl.parse("postgres://ann:" + written + "@db/x").password())
                .isEqualTo(password);
        assertThat(PostgresUrl.parse("postgres://ann:" + written + "@db/x").host())
                .isEqualTo("db");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://ann:hunter2@db/x",
                "postgres://ann:hunter2@db:port/x",
                "postgres://ann:hunter2@db:99999/x",
                "postgres://ann:hunter2%zz@db/x",
                "postgres://ann:hunter2@db/x?sslmod=off",
                "hunter2"
            })
    void parse_refusesWithoutShowingThePassword(String text) {
        assertThatThrownBy(() -> PostgresUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("PostgreSQL")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    @Test
    void toString_showsNoPassword() {
        assertThat(PostgresUrl.parse("postgres://ann:hunter2@db/x")).hasToString("db:5432/x");
    }
}
