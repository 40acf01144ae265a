package dev.postern.app.metrics;

import static org.dataloader.instrumentation.DataLoaderInstrumentationHelper.noOpCtx;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Objects;
import org.dataloader.BatchLoaderEnvironment;
import org.dataloader.DataLoader;
import org.dataloader.instrumentation.DataLoaderInstrumentation;
import org.dataloader.instrumentation.DataLoaderInstrumentationContext;

/** How much the loaders ask of the stores at once. */
final class LoaderMeters implements DataLoaderInstrumentation {

    private final MeterProvider<DistributionSummary> keys;

    LoaderMeters(MeterRegistry registry) {
        keys = DistributionSummary.builder("postern.graphql.loader.keys")
                .description("How many keys a loader asked its store for in one call")
                .serviceLevelObjectives(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000)
                .withRegistry(registry);
    }

    @Override
    public DataLoaderInstrumentationContext<List<?>> beginBatchLoader(
            DataLoader<?, ?> loader, List<?> asked, BatchLoaderEnvironment environment) {
        keys.withTag("loader", Objects.requireNonNullElse(loader.getName(), OperationNames.NONE))
                .record(asked.size());
        return noOpCtx();
    }
}
