package dev.postern.portal.signin;

import dev.postern.portal.page.Links;
import java.util.regex.Pattern;

/** Where a visitor wanted to go before signing in. */
final class WayBack {

    /** A path of the portal and a query, in the characters of a written URI: nothing that leads to another host. */
    private static final Pattern INSIDE = Pattern.compile("/portal/[A-Za-z0-9_.~%!$&'()*+,;=:@?/-]{0,2000}");

    private WayBack() {}

    /** The address, where it lies within the portal; the portal's first page otherwise. */
    static String safe(String next) {
        return INSIDE.matcher(next).matches() ? next : Links.HOME;
    }
}
