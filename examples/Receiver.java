import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A webhook receiver in one file: {@code java examples/Receiver.java 9000 SECRET}. It prints each request,
 * says whether its signature verifies, and answers 200; without a secret it doesn't check.
 */
public class Receiver {

    public static void main(String[] args) throws Exception {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 9000;
        String secret = args.length > 1 ? args[1] : "";
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signature = exchange.getRequestHeaders().getFirst("x-outpost-signature");
            System.out.printf(
                    "%s %s topic=%s signature=%s%n%s%n",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    exchange.getRequestHeaders().getFirst("x-outpost-topic"),
                    secret.isEmpty() ? "not checked" : verifies(secret, body, signature) ? "ok" : "WRONG",
                    new String(body, StandardCharsets.UTF_8));
            byte[] answer = "thank you".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        System.out.println("listening on http://localhost:" + port);
    }

    /** The header lists one signature for each valid secret: two while a secret is being replaced. */
    private static boolean verifies(String secret, byte[] body, String header) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String expected = HexFormat.of().formatHex(mac.doFinal(body));
            return header != null
                    && header.startsWith("v0=")
                    && java.util.Arrays.asList(header.substring(3).split(",")).contains(expected);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
