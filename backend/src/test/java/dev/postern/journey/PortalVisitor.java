package dev.postern.journey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser without script: keeps cookies, goes where it is sent, and sends a page's forms with their hidden token. */
final class PortalVisitor {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final URI start;
    private String token = "";

    /** @param origin where the portal's jar listens */
    PortalVisitor(String origin) {
        start = URI.create(origin + "/portal/");
    }

    HttpResponse<String> open(String address) {
        return send(request(address));
    }

    /** Presses a button of the page that is open. */
    HttpResponse<String> press(String address) {
        return submit(address, "");
    }

    HttpResponse<String> signIn(String credential) {
        open("/portal/sign-in");
        return submit("/portal/sign-in", "&credential=" + encoded(credential));
    }

    private HttpResponse<String> submit(String address, String fields) {
        return send(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("_csrf=" + encoded(token) + fields)));
    }

    private HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(start.resolve(address)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> page = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Matcher hidden = TOKEN.matcher(page.body());
            if (hidden.find()) {
                token = hidden.group(1);
            }
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
