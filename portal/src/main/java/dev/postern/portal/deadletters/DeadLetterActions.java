package dev.postern.portal.deadletters;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Form;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.UserError;
import dev.postern.portal.session.Flash;
import dev.postern.portal.session.SignedIn;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What an operator does with dead letters: chosen ones are put back or discarded, once that was confirmed. */
@Controller
@RequestMapping(Links.DEAD_LETTERS + "/{queue}")
final class DeadLetterActions {

    private static final String IDS = "id";

    private final Gateway gateway;
    private final Pages pages;

    DeadLetterActions(Gateway gateway, Pages pages) {
        this.gateway = gateway;
        this.pages = pages;
    }

    record Changed(List<String> ids, List<UserError> userErrors) {}

    @PostMapping("/confirm-redrive")
    Mono<Rendering> confirmRedrive(SignedIn visitor, @PathVariable String queue, ServerWebExchange exchange) {
        return confirm(visitor, queue, exchange, "deadletters/redrive", "Put back");
    }

    @PostMapping("/confirm-discard")
    Mono<Rendering> confirmDiscard(SignedIn visitor, @PathVariable String queue, ServerWebExchange exchange) {
        return confirm(visitor, queue, exchange, "deadletters/discard", "Discard");
    }

    @PostMapping("/redrive")
    Mono<Rendering> redrive(SignedIn visitor, @PathVariable String queue, ServerWebExchange exchange) {
        return act(visitor, queue, exchange, "redriveDeadLetters", "put back into the queue");
    }

    @PostMapping("/discard")
    Mono<Rendering> discard(SignedIn visitor, @PathVariable String queue, ServerWebExchange exchange) {
        return act(visitor, queue, exchange, "discardDeadLetters", "discarded");
    }

    private Mono<Rendering> confirm(
            SignedIn visitor, String queue, ServerWebExchange exchange, String template, String title) {
        visitor.requireOperator();
        LetterQueue from = LetterQueue.at(queue);
        return Form.of(exchange)
                .map(form -> form.all(IDS))
                .flatMap(ids -> ids.isEmpty()
                        ? noneChosen(exchange, from)
                        : pages.show(
                                exchange,
                                Screen.of(template, title)
                                        .crumb("Dead letters", from.href())
                                        .with("queue", from)
                                        .with("ids", ids)
                                        .with("what", counted(ids.size()))));
    }

    private Mono<Rendering> act(
            SignedIn visitor, String queue, ServerWebExchange exchange, String mutation, String done) {
        visitor.requireOperator();
        LetterQueue from = LetterQueue.at(queue);
        return Form.of(exchange)
                .map(form -> form.all(IDS))
                .flatMap(ids -> ids.isEmpty()
                        ? noneChosen(exchange, from)
                        : gateway.execute(mutation, Map.of("input", Map.of("ids", ids)), visitor.credentials())
                                .map(answer -> flash(answer.require(mutation, Changed.class), ids.size(), done))
                                // A queue without room is the operator's to know, not an error page.
                                .onErrorResume(
                                        GatewayException.Refused.class, refused -> Mono.just(Flash.bad(refused.text())))
                                .flatMap(flash -> pages.seeOther(exchange, from.href(), flash)));
    }

    private Mono<Rendering> noneChosen(ServerWebExchange exchange, LetterQueue queue) {
        return pages.seeOther(exchange, queue.href(), Flash.bad("Choose at least one dead letter."));
    }

    private static Flash flash(Changed changed, int asked, String done) {
        if (!changed.userErrors().isEmpty()) {
            return Flash.bad(changed.userErrors().getFirst().message());
        }
        int gone = asked - changed.ids().size();
        String was = changed.ids().size() == 1 ? " was " : " were ";
        return new Flash(
                Flash.Kind.GOOD,
                counted(changed.ids().size()) + was + done + ".",
                gone == 0 ? "" : counted(gone) + (gone == 1 ? " was" : " were") + " gone already.");
    }

    private static String counted(int letters) {
        return letters == 1 ? "1 dead letter" : letters + " dead letters";
    }
}
