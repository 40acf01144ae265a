package dev.postern.rabbitmq;

import dev.postern.model.Ranges;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * Where RabbitMQ is and how it is spoken to.
 *
 * @param url {@code amqp[s]://user:password@host:port/vhost}; with {@code amqps} the server's certificate and
 *     name are checked
 * @param connectTimeout for how long a connection is tried; 10 s by default
 * @param heartbeat how often both sides show that they live, in whole seconds; 20 s by default: a connection
 *     is taken for dead after two of them
 * @param confirmTimeout after how long of waiting a publication counts as failed; 10 s by default
 * @param maxUnconfirmed how many messages may be on their way, not confirmed yet; 10,000 by default
 * @param renewal after how long without a message a consumer looks whether its queue is still there, and begins
 *     anew; 30 s by default: brokers don't always tell that a queue was deleted
 */
public record RabbitSettings(
        String url,
        Duration connectTimeout,
        Duration heartbeat,
        Duration confirmTimeout,
        int maxUnconfirmed,
        Duration renewal) {

    public RabbitSettings {
        Ranges.requirePositive("connectTimeout", connectTimeout);
        Ranges.requirePositive("heartbeat", heartbeat);
        Ranges.requirePositive("confirmTimeout", confirmTimeout);
        Ranges.requirePositive("renewal", renewal);
        Ranges.requireAtLeast("maxUnconfirmed", maxUnconfirmed, 1);
    }

    public static RabbitSettings of(String url) {
        return new RabbitSettings(
                url,
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                10_000,
                Duration.ofSeconds(30));
    }

    public RabbitSettings withConnectTimeout(Duration timeout) {
        return new RabbitSettings(url, timeout, heartbeat, confirmTimeout, maxUnconfirmed, renewal);
    }

    public RabbitSettings withConfirmTimeout(Duration timeout) {
        return new RabbitSettings(url, connectTimeout, heartbeat, timeout, maxUnconfirmed, renewal);
    }

    public RabbitSettings withMaxUnconfirmed(int messages) {
        return new RabbitSettings(url, connectTimeout, heartbeat, confirmTimeout, messages, renewal);
    }

    public RabbitSettings withRenewal(Duration pause) {
        return new RabbitSettings(url, connectTimeout, heartbeat, confirmTimeout, maxUnconfirmed, pause);
    }

    /** The address without user and password; nothing of it where it can't be told apart. */
    public String address() {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null) {
                String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
                String path = uri.getRawPath() == null ? "" : uri.getRawPath();
                return uri.getScheme() + "://" + uri.getHost() + port + path;
            }
        } catch (URISyntaxException e) {
            // Not even its message may be shown: it has the password in it.
        }
        return "(not an address)";
    }

    /** Without the password. */
    @Override
    public String toString() {
        return address();
    }
}
