package dev.postern.queue;

import dev.postern.model.OperatorEvent;
import java.nio.charset.StandardCharsets;

/** Operator events as the JSON that is sent, byte for byte. */
public final class OperatorEventCodec implements MessageCodec<OperatorEvent> {

    @Override
    public byte[] encode(OperatorEvent event) {
        return event.body().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public OperatorEvent decode(byte[] bytes) {
        var json = Members.parse(bytes, "data");
        return new OperatorEvent(json.text("id"), json.text("topic"), new String(bytes, StandardCharsets.UTF_8));
    }
}
