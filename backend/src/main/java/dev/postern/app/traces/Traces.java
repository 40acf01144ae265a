package dev.postern.app.traces;

import dev.postern.model.Trace;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records spans. Neither this nor what it gives ever throws or waits. */
public interface Traces {

    /** Records nothing. */
    Traces OFF = new Traces() {
        @Override
        public boolean on() {
            return false;
        }

        @Override
        public Span begin(Beginning beginning) {
            return Span.NONE;
        }

        @Override
        public Span serve(String name, Function<String, @Nullable String> header) {
            return Span.NONE;
        }
    };

    /** Whether anything is recorded at all. */
    boolean on();

    /** Begins a span. */
    Span begin(Beginning beginning);

    /**
     * Begins the span of a request, which goes on with its caller's trace where a header says so.
     *
     * @param header gives the header of a name; null where there is none
     */
    Span serve(String name, Function<String, @Nullable String> header);

    /** What part a span has in the way of a message. */
    enum Kind {
        SERVER,
        PRODUCER,
        CONSUMER,
        CLIENT,
        INTERNAL
    }

    /**
     * What is known of a span as it begins.
     *
     * @param parent the work that it is part of; null for the first of a trace, of which the sampler decides whether
     *     it is recorded
     * @param since when it began; null for now
     * @param links other work that it has to do with
     */
    record Beginning(
            String name,
            Kind kind,
            @Nullable Trace parent,
            @Nullable Instant since,
            List<Trace> links) {

        public Beginning(String name, Kind kind, @Nullable Trace parent) {
            this(name, kind, parent, null, List.of());
        }

        public Beginning since(Instant begun) {
            return new Beginning(name, kind, parent, begun, links);
        }

        public Beginning linkedTo(List<Trace> others) {
            return new Beginning(name, kind, parent, since, others);
        }
    }

    /** Work that is under way. */
    interface Span {

        /** Of what isn't recorded. */
        Span NONE = new Span() {
            @Override
            public @Nullable Trace place() {
                return null;
            }

            @Override
            public Span named(String name) {
                return this;
            }

            @Override
            public Span with(String key, String value) {
                return this;
            }

            @Override
            public Span with(String key, long value) {
                return this;
            }

            @Override
            public Span failed(String reason) {
                return this;
            }

            @Override
            public void end() {}
        };

        /** By which other work is part of it; null where it isn't recorded. */
        @Nullable
        Trace place();

        /** Calls it something else, of which there are few. */
        Span named(String name);

        /** Says more of it; no secrets, no payload, no URL. */
        Span with(String key, String value);

        /** As above. */
        Span with(String key, long value);

        /** Says that it went wrong. */
        Span failed(String reason);

        /** Once. */
        void end();
    }
}
