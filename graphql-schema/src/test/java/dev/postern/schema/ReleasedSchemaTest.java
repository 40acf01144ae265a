package dev.postern.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of the last release find all that they were built against. */
class ReleasedSchemaTest {

    /** {@code -Dpostern.release-schema=true} makes the schema of this checkout the released one. */
    @Test
    void schema_takesNothingFromTheReleasedOne() throws IOException {
        String present = SchemaFiles.print(SchemaFiles.schema(SchemaFiles.present()));
        if (Boolean.getBoolean("postern.release-schema")) {
            Files.writeString(SchemaFiles.RELEASED, present);
        }

        assertThat(BreakingChanges.between(Files.readString(SchemaFiles.RELEASED), present))
                .as("breaking changes: deprecate first, release, then remove")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type Query { a: Int b: Int }                           | type Query { b: Int }
                    type Query { a(x: Int, y: Int): Int }                  | type Query { a(x: Int): Int }
                    type Query { a(x: Int): Int }                          | type Query { a(x: Int!): Int }
                    type Query { a(x: Int): Int }                          | type Query { a(x: Int, y: Int!): Int }
                    type Query { a: Int! }                                 | type Query { a: Int }
                    type Query { a: [Int!]! }                              | type Query { a: [Int]! }
                    type Query { a: Int }                                  | type Query { a: String }
                    type Query { a: E } enum E { X Y }                     | type Query { a: E } enum E { X }
                    type Query { a(i: I): Int } input I { x: Int y: Int }  | type Query { a(i: I): Int } input I { x: Int }
                    type Query { a(i: I): Int } input I { x: Int }         | type Query { a(i: I): Int } input I { x: Int! }
                    type Query { a: N } interface N { x: Int } type T implements N { x: Int y: Int } \
                    | type Query { a: N } interface N { x: Int } type T implements N { x: Int }
                    type Query { a: Int } type Mutation { m: Int n: Int }  | type Query { a: Int } type Mutation { n: Int }
                    type Query { a: Int } type Subscription { s: Int }     | type Query { a: Int }
                    type Query { a: D } scalar D                           | type Query { a: String }
                    """)
    void change_thatTakesSomething_isFound(String before, String after) {
        assertThat(BreakingChanges.between(before, after)).isNotEmpty();
        assertThat(BreakingChanges.between(before, before)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type Query { a: Int }                                       | type Query { a: Int! b: Int }
                    type Query { a: Int }                                       | type Query { a(x: Int): Int }
                    type Query { a: Int @deprecated(reason: "b") b: Int }       | type Query { b: Int }
                    type Query { a(x: Int @deprecated, y: Int): Int }           | type Query { a(y: Int): Int }
                    type Query { a: E } enum E { X @deprecated Y }              | type Query { a: E } enum E { Y Z }
                    type Query { a(i: I): Int } input I { x: Int @deprecated y: Int } \
                    | type Query { a(i: I): Int } input I { y: Int z: Int }
                    """)
    void change_thatWasAnnouncedOrOnlyAdds_isFree(String before, String after) {
        assertThat(BreakingChanges.between(before, after)).isEmpty();
    }
}
