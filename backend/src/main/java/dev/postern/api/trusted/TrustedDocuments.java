package dev.postern.api.trusted;

import dev.postern.api.settings.ManifestException;
import graphql.GraphQLError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The documents that are known beforehand, by their hash. Read once, at the start. */
public final class TrustedDocuments {

    /** Where clients in this program, as the portal is one, have theirs. */
    private static final String ON_CLASS_PATH = "classpath*:graphql-documents/**/*.graphql";

    private final Map<String, String> texts;
    private final Set<String> known;
    private final List<Manifest> manifests;

    private TrustedDocuments(Map<String, String> texts, List<Manifest> manifests) {
        this.texts = Map.copyOf(texts);
        this.known = new HashSet<>(texts.values());
        this.manifests = manifests;
    }

    /**
     * Those on the class path, and those of the manifests.
     *
     * @throws ManifestException where one of these can't be used
     */
    public static TrustedDocuments read(List<Path> files) {
        List<Manifest> manifests = files.stream().map(Manifest::read).toList();
        Map<String, String> texts = new HashMap<>();
        onClassPath(texts);
        manifests.forEach(manifest -> texts.putAll(manifest.texts()));
        return new TrustedDocuments(texts, manifests);
    }

    /** The text of the hash; null where it is unknown. */
    @Nullable
    String text(String hash) {
        return texts.get(hash);
    }

    boolean include(String text) {
        return known.contains(text);
    }

    /**
     * Looks at all that was read from files; what is on the class path was checked when that was built.
     *
     * @param errors what is wrong with a document; empty where nothing is
     * @throws ManifestException naming the first that has any
     */
    public void check(Function<String, List<GraphQLError>> errors) {
        for (Manifest manifest : manifests) {
            manifest.texts().forEach((hash, text) -> {
                List<GraphQLError> found = errors.apply(text);
                if (!found.isEmpty()) {
                    String fault = found.getFirst().getMessage().replaceAll("\\s+", " ");
                    throw Manifest.fault(manifest.file(), hash, "does not fit the schema: " + fault);
                }
            });
        }
    }

    private static void onClassPath(Map<String, String> texts) {
        try {
            for (Resource resource : new PathMatchingResourcePatternResolver().getResources(ON_CLASS_PATH)) {
                String text = resource.getContentAsString(StandardCharsets.UTF_8);
                texts.put(Sha256.of(text), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
