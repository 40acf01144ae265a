package dev.postern.app.start;

import org.springframework.boot.SpringBootExceptionReporter;

/** Keeps stack traces back where one line on standard error says it all. */
final class QuietReporter implements SpringBootExceptionReporter {

    @Override
    public boolean reportException(Throwable failure) {
        return StartFailure.of(failure).isPresent();
    }
}
