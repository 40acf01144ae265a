package dev.postern.portal.page;

import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;

/** Serves the assets. */
@Controller
final class AssetController {

    private static final CacheControl FOREVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final Assets assets;

    AssetController(Assets assets) {
        this.assets = assets;
    }

    @GetMapping("/portal/assets/{hash}/{name}")
    ResponseEntity<byte[]> asset(
            @PathVariable String hash,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
        return assets.find(name)
                .map(asset -> answer(asset, hash, encodings.contains("gzip")))
                .orElseGet(() -> ResponseEntity.notFound().build());
    }

    private static ResponseEntity<byte[]> answer(Asset asset, String hash, boolean gzip) {
        // A page of another version may still ask by the hash it knows: it gets what there is, but not for long.
        CacheControl caching = asset.hash().equals(hash) ? FOREVER : CacheControl.noCache();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
                .cacheControl(caching)
                .contentType(asset.type())
                .varyBy(HttpHeaders.ACCEPT_ENCODING);
        if (gzip) {
            answer.header(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return answer.body(asset.content(gzip));
    }
}
