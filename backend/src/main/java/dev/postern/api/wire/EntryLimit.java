package dev.postern.api.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.ReferenceCountUtil;
import java.util.function.BooleanSupplier;

/**
 * Takes no more from a client than it needs to say who it is. It counts bytes as they come, for a message that is only begun
 * takes memory too.
 */
final class EntryLimit extends ChannelInboundHandlerAdapter {

    /** As much as the headers of a request may have. */
    static final int MOST_BYTES = 8 * 1024;

    /** Netty's name for what turns bytes into frames. */
    private static final String DECODER = "wsdecoder";

    private final BooleanSupplier known;
    private long taken;

    private EntryLimit(BooleanSupplier known) {
        this.known = known;
    }

    /** What comes is counted until the client is known; what is too much is a {@link TooLongFrameException}. */
    static void guard(ChannelPipeline pipeline, BooleanSupplier known) {
        pipeline.addBefore(DECODER, null, new EntryLimit(known));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean exceeded = taken > MOST_BYTES;
        if (!exceeded && known.getAsBoolean()) {
            context.fireChannelRead(message);
            context.pipeline().remove(this);
            return;
        }
        if (message instanceof ByteBuf bytes) {
            taken += bytes.readableBytes();
        }
        if (taken <= MOST_BYTES) {
            context.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (!exceeded) {
            context.fireExceptionCaught(new TooLongFrameException());
        }
    }
}
