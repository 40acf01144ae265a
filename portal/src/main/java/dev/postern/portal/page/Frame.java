package dev.postern.portal.page;

import dev.postern.portal.page.Screen.Crumb;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the template around every page reads.
 *
 * @param viewer who is signed in, in a word; null where nobody is
 * @param csrfName the name of the hidden field that every form carries
 * @param assets the addresses of style sheet, scripts and icon, by name
 */
record Frame(
        String title,
        List<Crumb> crumbs,
        List<Tab> tabs,
        @Nullable String viewer,
        String csrfName,
        String csrfToken,
        String csrfHeaders,
        @Nullable Notice notice,
        Map<String, String> assets) {

    /** An entry of the navigation. */
    record Tab(String label, String href, String icon, boolean current) {}

    /** The message left by the action before. */
    record Notice(String tone, String text, String detail) {}
}
