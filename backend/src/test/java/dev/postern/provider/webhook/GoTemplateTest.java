package dev.postern.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoTemplateTest {

    private static final Map<String, Function<String, String>> FIELDS =
            Map.of(".Body", body -> body, ".Timestamp.Unix", body -> "1700000000");
    private static final Map<String, Function<String, List<String>>> LISTS =
            Map.of(".Signatures", body -> List.of("one", "two"));

    /** The forms that Outpost's documentation shows. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{{.Body}};$b",
                "{{ .Body }};$b",
                "{{.Timestamp.Unix}}.{{.Body}};1700000000.$b",
                "v0={{.Signatures | join \",\"}};v0=one,two",
                "t={{.Timestamp.Unix}},v0={{.Signatures|join \",\"}};t=1700000000,v0=one,two",
                "{{ .Signatures | join \" v1=\" }};one v1=two",
                "}} plain {;}} plain {"
            })
    void render_documentedForm_isFilledIn(String template, String rendered) {
        assertThat(GoTemplate.compile("setting", template, FIELDS, LISTS).render("$b"))
                .isEqualTo(rendered);
    }

    /** An operator moves over with a template that we can't follow: better told at start than by receivers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{.Nothing}}",
                "{{if .Body}}x{{end}}",
                "{{range .Signatures}}{{.}}{{end}}",
                "{{.Body | upper}}",
                "{{.Signatures}}",
                "{{.Body | join \",\"}}",
                "{{- .Body -}}",
                "{{.Body",
                "{{}}"
            })
    void compile_anythingElse_isRefused(String template) {
        assertThatThrownBy(() -> GoTemplate.compile("the setting", template, FIELDS, LISTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the setting: {{");
    }
}
