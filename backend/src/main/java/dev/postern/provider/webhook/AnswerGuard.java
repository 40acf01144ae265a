package dev.postern.provider.webhook;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;

/**
 * Keeps one connection's answers in step with its requests, because tenants share connections: what one
 * tenant's receiver sends too much must never be taken for the answer to another's request. Informational
 * answers are skipped; a connection that bytes come on without a request, or after an answer's end, is closed.
 *
 * <p>The codec would keep such bytes and begin the next answer with them, and says nothing of it. So it gets
 * the last byte of each packet alone: where the answer had ended before that byte, something was sent too much.
 * The answer's end is held back until that is known, as the pool hands the connection on at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a connection to be closed; who writes has the promise
final class AnswerGuard {

    /** More informational answers than this to one request are a fault. */
    static final int MAX_INFORMATIONAL = 16;

    private static final int SWITCHING_PROTOCOLS = 101;

    private State state = State.IDLE;
    private int informational;
    private boolean feeding;
    private boolean surplus;
    private @Nullable LastHttpContent end;

    private AnswerGuard() {}

    /** Guards a new connection; the HTTP codec must be in its pipeline. */
    static void install(Channel channel) {
        var guard = new AnswerGuard();
        channel.pipeline()
                .addBefore(NettyPipeline.HttpCodec, "postern.answerBytes", guard.new Bytes())
                .addAfter(NettyPipeline.HttpCodec, "postern.answers", guard.new Answers());
    }

    private enum State {
        /** No request is under way. */
        IDLE,
        /** A request is, and its answer has not begun. */
        AWAITING,
        /** An informational answer has begun. */
        SKIPPING,
        /** The answer has begun. */
        ANSWERING,
        /** The answer's end is held back. */
        ENDED,
        /** Nothing more that comes is of interest. */
        CLOSED
    }

    /** Before the codec, behind TLS. */
    private final class Bytes extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!(message instanceof ByteBuf bytes)) {
                context.fireChannelRead(message);
            } else if (!bytes.isReadable()) {
                bytes.release();
            } else if (state == State.IDLE || state == State.CLOSED) {
                bytes.release();
                shut(context);
            } else {
                feed(context, bytes);
            }
        }

        private void feed(ChannelHandlerContext context, ByteBuf bytes) {
            feeding = true;
            try {
                if (bytes.readableBytes() > 1) {
                    context.fireChannelRead(bytes.readRetainedSlice(bytes.readableBytes() - 1));
                }
                if (state == State.ENDED || state == State.CLOSED) {
                    surplus = true;
                    bytes.release();
                } else {
                    context.fireChannelRead(bytes);
                }
            } finally {
                feeding = false;
            }
            if (state == State.ENDED) {
                finish(context.pipeline().context(Answers.class));
            }
        }
    }

    /** Behind the codec. */
    private final class Answers extends ChannelDuplexHandler {

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpRequest) {
                if (state == State.IDLE) {
                    state = State.AWAITING;
                    informational = 0;
                } else {
                    shut(context);
                }
            }
            context.write(message, promise);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            switch (state) {
                case AWAITING -> begin(context, message);
                case SKIPPING -> skip(context, message);
                case ANSWERING -> goOn(context, message);
                case ENDED -> {
                    surplus = true;
                    ReferenceCountUtil.release(message);
                }
                case IDLE, CLOSED -> {
                    ReferenceCountUtil.release(message);
                    shut(context);
                }
            }
        }

        private void begin(ChannelHandlerContext context, Object message) {
            int status = message instanceof HttpResponse response
                            && response.decoderResult().isSuccess()
                    ? response.status().code()
                    : 200;
            if (status >= 200) {
                state = State.ANSWERING;
                goOn(context, message);
            } else if (status < 100 || status == SWITCHING_PROTOCOLS || ++informational > MAX_INFORMATIONAL) {
                ReferenceCountUtil.release(message);
                shut(context);
                context.fireExceptionCaught(new DecoderException(
                        "status %d, %d informational (expected: an answer)".formatted(status, informational)));
            } else {
                state = State.SKIPPING;
                skip(context, message);
            }
        }

        private void skip(ChannelHandlerContext context, Object message) {
            boolean last = message instanceof LastHttpContent;
            ReferenceCountUtil.release(message);
            if (last) {
                state = State.AWAITING;
                // Nobody behind has seen what was read, so nobody would ask for more.
                context.read();
            }
        }

        private void goOn(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
                keepFromPool(context);
                state = State.CLOSED;
                context.fireChannelRead(message);
                context.close();
            } else if (message instanceof LastHttpContent last && !(message instanceof HttpResponse)) {
                state = State.ENDED;
                end = last;
                if (!feeding) {
                    finish(context);
                }
            } else {
                context.fireChannelRead(message);
            }
        }
    }

    private void finish(ChannelHandlerContext context) {
        LastHttpContent last = end;
        end = null;
        boolean close = surplus;
        // First of all, since the next request may be written before the call returns.
        state = close ? State.CLOSED : State.IDLE;
        if (close) {
            keepFromPool(context);
        }
        if (last != null) {
            context.fireChannelRead(last);
        }
        if (close) {
            context.close();
        }
    }

    private void shut(ChannelHandlerContext context) {
        state = State.CLOSED;
        keepFromPool(context);
        context.close();
    }

    /** Closing may take a moment, with TLS for one, in which the pool would take the connection for sound. */
    private static void keepFromPool(ChannelHandlerContext context) {
        Connection.from(context.channel()).markPersistent(false);
    }
}
