package dev.postern.portal.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.webjars.WebJarVersionLocator;

/** The style sheet, the scripts and the icon: all that pages load, from this server alone. */
public final class Assets {

    private static final MediaType CSS = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType SVG = MediaType.parseMediaType("image/svg+xml");

    private final Map<String, Asset> byName;

    private Assets(List<Asset> assets) {
        this.byName = assets.stream().collect(Collectors.toUnmodifiableMap(Asset::name, Function.identity()));
    }

    /** Reads them from the class path. */
    public static Assets load() {
        String htmx = new WebJarVersionLocator().fullPath("htmx.org", "dist/htmx.min.js");
        if (htmx == null) {
            throw new IllegalStateException("The web jar of htmx.org is not on the class path");
        }
        return new Assets(List.of(
                Asset.load("portal.css", "portal/assets/portal.css", CSS),
                Asset.load("portal.js", "portal/assets/portal.js", SCRIPT),
                Asset.load("htmx.js", htmx, SCRIPT),
                Asset.load("icon.svg", "portal/assets/icon.svg", SVG)));
    }

    /** Each file's address by its name, the dot in it made an underscore. */
    Map<String, String> addresses() {
        return byName.values().stream()
                .collect(Collectors.toUnmodifiableMap(asset -> asset.name().replace('.', '_'), Asset::address));
    }

    /** The file of that name, if there is one. */
    Optional<Asset> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
