package dev.postern.tenantstore;

import static dev.postern.tenantstore.TenantSamples.CREATED;
import static dev.postern.tenantstore.TenantSamples.webhook;
import static dev.postern.tenantstore.TenantSamples.withFilter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.json.Json;
import dev.postern.model.Destination;
import dev.postern.model.Filter;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StoredFormTest {

    @Test
    void of_cutsEveryTimeToTheMillisecond() {
        Destination fine =
                TenantSamples.at(webhook("t", "d"), CREATED.plusNanos(999_999)).withDisabledAt(CREATED.plusNanos(1));
        assertThat(StoredForm.of(fine)).isEqualTo(webhook("t", "d").withDisabledAt(CREATED));
    }

    /** Outpost reads numbers as 64-bit floats, and that is what it would compare with. */
    @Test
    void of_keepsTheFilterAsOutpostReadsIt() {
        Destination given = withFilter(
                webhook("t", "d"), new Filter(Json.parseObject("{\"b\":9007199254740993,\"a\":[1.0,1e21,null,true]}")));
        assertThat(Json.write(filter(StoredForm.of(given)).conditions()))
                .isEqualTo("{\"a\":[1,1e+21,null,true],\"b\":9007199254740992}");
    }

    @Test
    void of_aNumberThatNoFloatHolds_isRefused() {
        Destination given = withFilter(webhook("t", "d"), new Filter(Json.parseObject("{\"data\":1e400}")));
        assertThatThrownBy(() -> StoredForm.of(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("filter: ");
    }

    private static Filter filter(Destination destination) {
        return Objects.requireNonNull(destination.filter());
    }
}
