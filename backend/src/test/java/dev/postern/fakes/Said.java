package dev.postern.fakes;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a class logs, from now on until this is closed. */
public final class Said implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public Said(Class<?> by) {
        logger = (Logger) LoggerFactory.getLogger(by);
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** How many lines came with a stack trace. */
    public long stackTraces() {
        return appender.list.stream()
                .filter(event -> event.getThrowableProxy() != null)
                .count();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
