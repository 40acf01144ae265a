package dev.postern.portal.signin;

import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.session.SignedIn;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.reactive.result.view.Rendering;

/** The portal's address sends each visitor to where their work begins. */
@Controller
final class HomeController {

    @GetMapping({"/portal", Links.HOME})
    Rendering home(SignedIn visitor) {
        String tenant = visitor.tenantId();
        return Pages.seeOther(tenant == null ? Links.TENANTS : Links.destinations(tenant));
    }
}
