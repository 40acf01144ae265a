package dev.postern.queue;

/** A message as the bytes that travel, in the JSON that Outpost's queues carry. */
public interface MessageCodec<T> {

    byte[] encode(T message);

    /**
     * The message, whoever wrote it: unknown members are ignored, absent ones take their meaning's
     * empty value.
     *
     * @throws RuntimeException if these bytes are no such message; the text says why
     */
    T decode(byte[] bytes);
}
