package dev.postern.app.settings;

import dev.postern.api.settings.TrustedSettings;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** GraphQL documents that are known beforehand. */
@ConfigurationProperties("postern.trusted-documents")
public record TrustedDocumentsProperties(
        @Setting(
                env = "POSTERN_TRUSTED_DOCUMENTS",
                description = "Files of GraphQL documents by their SHA-256, as relay-compiler and graphql-codegen write"
                        + " them, which may be asked for by it; the portal's own are always known",
                expected = "paths of JSON files, separated by commas")
        List<String> manifests,

        @Setting(
                env = "POSTERN_TRUSTED_DOCUMENTS_ONLY",
                description = "Who may run no GraphQL documents but those that are known beforehand")
        @DefaultValue("off")
        TrustedSettings.Only only) {

    public TrustedSettings settings() {
        return new TrustedSettings(only, manifests.stream().map(Path::of).toList());
    }
}
