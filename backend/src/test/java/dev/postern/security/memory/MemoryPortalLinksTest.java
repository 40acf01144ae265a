package dev.postern.security.memory;

import dev.postern.security.PortalLinks;
import dev.postern.security.PortalLinksContract;

class MemoryPortalLinksTest extends PortalLinksContract {

    private final PortalLinks links = new MemoryPortalLinks(clock);

    @Override
    protected PortalLinks links() {
        return links;
    }
}
