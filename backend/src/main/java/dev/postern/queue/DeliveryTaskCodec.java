package dev.postern.queue;

import dev.postern.json.Json;
import dev.postern.model.DeliveryTask;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Delivery tasks as Outpost's {@code deliverymq} carries them. */
public final class DeliveryTaskCodec implements MessageCodec<DeliveryTask> {

    @Override
    public byte[] encode(DeliveryTask task) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("event", OriginJson.with(EventJson.write(task.event()), task.origin()));
        json.put("destination_id", task.destinationId());
        json.put("attempt", task.attempt());
        json.put("manual", task.manual());
        OriginJson.putTrace(json, task.origin());
        return Json.writeGo(json).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public DeliveryTask decode(byte[] bytes) {
        var json = Members.parse(bytes, "event", "data");
        Members event = json.object("event");
        return new DeliveryTask(
                EventJson.read(event),
                json.text("destination_id"),
                // Old producers count from 0.
                Math.max(json.number("attempt", 1), 1),
                json.flag("manual", false),
                OriginJson.read(event, json));
    }
}
