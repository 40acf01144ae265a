package dev.postern.provider.webhook;

import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.PrematureCloseException;

/** The short names, Outpost's, of what can go wrong on the way to a receiver; told by type, never by text. */
final class FailureCode {

    static final String ADDRESS_REFUSED = "address_refused";
    static final String TIMEOUT = "timeout";

    private static final String NETWORK_ERROR = "network_error";

    /** Empty where the failure is not the network's or the receiver's. */
    static Optional<String> of(Throwable failure) {
        boolean network = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String code = codeOf(cause);
            if (code != null) {
                return Optional.of(code);
            }
            network |= cause instanceof IOException || cause instanceof CodecException;
        }
        return network ? Optional.of(NETWORK_ERROR) : Optional.empty();
    }

    private static @Nullable String codeOf(Throwable cause) {
        return switch (cause) {
            case AddressRefusedException refused -> ADDRESS_REFUSED;
            case TimeoutException late -> TIMEOUT;
            case ConnectTimeoutException late -> TIMEOUT;
            case io.netty.handler.timeout.TimeoutException late -> TIMEOUT;
            case SslHandshakeTimeoutException late -> TIMEOUT;
            case UnknownHostException unknown -> "dns_error";
            case SSLException tls -> "tls_error";
            case CertificateException tls -> "tls_error";
            case NoRouteToHostException noRoute -> "network_unreachable";
            case ConnectException refused -> "connection_refused";
            case NativeIoException io -> ofErrno(io.expectedErr());
            case SocketException reset -> "connection_reset";
            case PrematureCloseException closed -> "connection_reset";
            case AbortedException aborted -> "connection_reset";
            case ClosedChannelException closed -> "connection_reset";
            // What Netty's decoder throws at an answer that is not HTTP.
            case IllegalArgumentException notHttp -> NETWORK_ERROR;
            default -> null;
        };
    }

    private static @Nullable String ofErrno(int errno) {
        if (errno == Errors.ERRNO_ECONNRESET_NEGATIVE || errno == Errors.ERRNO_EPIPE_NEGATIVE) {
            return "connection_reset";
        }
        return errno == Errors.ERROR_ENETUNREACH_NEGATIVE || errno == Errors.ERROR_EHOSTUNREACH_NEGATIVE
                ? "network_unreachable"
                : null;
    }

    private FailureCode() {}
}
