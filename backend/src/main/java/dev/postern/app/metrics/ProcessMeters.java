package dev.postern.app.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyEventExecutorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.util.List;
import org.springframework.http.client.ReactorResourceFactory;

/** The stock metrics of the Java machine, the process and Netty. */
final class ProcessMeters implements AutoCloseable {

    private final JvmGcMetrics collections = new JvmGcMetrics();

    ProcessMeters(MeterRegistry registry, ReactorResourceFactory reactor) {
        List<MeterBinder> binders = List.of(
                new JvmInfoMetrics(),
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                collections,
                new ProcessorMetrics(),
                new UptimeMetrics(),
                new FileDescriptorMetrics(),
                new NettyEventExecutorMetrics(reactor.getLoopResources().onServer(true)));
        binders.forEach(binder -> binder.bindTo(registry));
        if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator) {
            new NettyAllocatorMetrics(allocator).bindTo(registry);
        }
    }

    @Override
    public void close() {
        collections.close();
    }
}
