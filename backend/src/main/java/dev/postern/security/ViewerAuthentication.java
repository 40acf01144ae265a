package dev.postern.security;

import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** The viewer as Spring Security carries it. */
final class ViewerAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1;

    private final transient Viewer viewer;

    ViewerAuthentication(Viewer viewer) {
        super(AuthorityUtils.NO_AUTHORITIES);
        this.viewer = viewer;
        super.setAuthenticated(true);
    }

    @Override
    public Object getCredentials() {
        return "";
    }

    @Override
    public Object getPrincipal() {
        return viewer;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ViewerAuthentication that && viewer.equals(that.viewer);
    }

    @Override
    public int hashCode() {
        return viewer.hashCode();
    }
}
