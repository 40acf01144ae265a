package dev.postern.provider.webhook;

import java.io.IOException;

/** A host none of whose addresses is public. Says no more than the host, which its owner knows anyway. */
final class AddressRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    AddressRefusedException(String host) {
        super("%s has no public address".formatted(host));
    }
}
