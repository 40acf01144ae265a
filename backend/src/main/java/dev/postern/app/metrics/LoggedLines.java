package dev.postern.app.metrics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Counts the lines of the log. Micrometer's own way is a filter that sees what is not logged too, and costs each of the
 * many that ask whether they should.
 */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Map<Level, Counter> lines = new HashMap<>();

    private LoggedLines(MeterRegistry registry) {
        for (Level level : List.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE)) {
            lines.put(
                    level,
                    Counter.builder("logback.events")
                            .description("Lines of the log")
                            .tag("level", level.toString().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    /** Counts from now on. */
    static LoggedLines of(MeterRegistry registry) {
        var counter = new LoggedLines(registry);
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            counter.setContext(context);
            counter.start();
            context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(counter);
        }
        return counter;
    }

    @Override
    protected void append(ILoggingEvent line) {
        Counter counter = lines.get(line.getLevel());
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void close() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(this);
        }
    }
}
