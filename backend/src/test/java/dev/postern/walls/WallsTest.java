package dev.postern.walls;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.modulith.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;

/** Somebody takes a short cut through a wall: the build says so, and says which. */
class WallsTest {

    private static final String HOUSE = "dev.postern";
    private static final String OFFENDERS = "dev.postern.walls.offenders";

    /** The wiring, which sees all, and the other modules of the build. */
    private static final Set<String> NOT_ROOMS =
            Set.of(HOUSE + ".app", HOUSE + ".portal", HOUSE + ".migrations", HOUSE + ".clickhouse");

    private static final ApplicationModules ROOMS = ApplicationModules.of(HOUSE, new ImportOption.DoNotIncludeTests());
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/portal/") && !location.contains("/migrations/"))
            .withImportOption(location -> !location.contains("clickhouse-engine"))
            .importPackages(HOUSE);

    @Test
    void rooms_useOnlyWhatTheyDeclare() {
        ROOMS.verify();
    }

    @Test
    void rooms_declareWhatTheyUse() throws ClassNotFoundException {
        for (String room : Set.copyOf(
                ROOMS.stream().map(module -> module.getBasePackage().getName()).toList())) {
            if (NOT_ROOMS.contains(room)) {
                continue;
            }
            ApplicationModule declared = Class.forName(room + ".package-info").getAnnotation(ApplicationModule.class);
            assertThat(declared)
                    .as("%s declares its allowed dependencies", room)
                    .isNotNull();
            assertThat(declared.allowedDependencies())
                    .as("%s allows itself everything", room)
                    .doesNotContain(ApplicationModule.OPEN_TOKEN);
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void walls_standInTheHouse(String rule) {
        rule(HOUSE, rule).allowEmptyShould(true).check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void walls_stopOffenders(String rule) {
        JavaClasses offenders = new ClassFileImporter().importPackages(OFFENDERS);

        assertThat(rule(OFFENDERS, rule).evaluate(offenders).hasViolation())
                .as("the rule '%s' finds its offender", rule)
                .isTrue();
    }

    static Set<String> rules() {
        return Walls.under(HOUSE).keySet();
    }

    private static ArchRule rule(String root, String name) {
        return Objects.requireNonNull(Walls.under(root).get(name));
    }
}
