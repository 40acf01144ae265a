package dev.postern.portal.deadletters;

import dev.postern.portal.gateway.Gateway;
import dev.postern.portal.gateway.GatewayException;
import dev.postern.portal.page.Links;
import dev.postern.portal.page.ListSettings;
import dev.postern.portal.page.Listing;
import dev.postern.portal.page.Pages;
import dev.postern.portal.page.PathId;
import dev.postern.portal.page.Screen;
import dev.postern.portal.page.Window;
import dev.postern.portal.session.SignedIn;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The dead letters of a queue, and one of them. */
@Controller
final class DeadLettersController {

    private final Gateway gateway;
    private final Pages pages;
    private final ListSettings settings;
    private final Clock clock;

    DeadLettersController(Gateway gateway, Pages pages, ListSettings settings, Clock clock) {
        this.gateway = gateway;
        this.pages = pages;
        this.settings = settings;
        this.clock = clock;
    }

    @GetMapping(Links.DEAD_LETTERS)
    Rendering enter(SignedIn visitor) {
        visitor.requireOperator();
        return Pages.seeOther(LetterQueue.DELIVERY.href());
    }

    @GetMapping(Links.DEAD_LETTERS + "/{queue}")
    Mono<Rendering> list(
            SignedIn visitor,
            @PathVariable String queue,
            @RequestParam(defaultValue = "") String after,
            ServerWebExchange exchange) {
        visitor.requireOperator();
        LetterQueue from = LetterQueue.at(queue);
        Map<String, Object> variables = new Window(after, "").variables(settings.pageSize());
        variables.put("queue", from.name());
        return gateway.execute("deadLetters", variables, visitor.credentials())
                .map(answer -> screen(answer.require("deadLetters", DeadLetter.Page.class), from, after))
                .onErrorResume(GatewayException.class, failure -> failed(failure, from))
                .flatMap(screen ->
                        pages.show(exchange, screen.with("queue", from).with("queues", List.of(LetterQueue.values()))));
    }

    @GetMapping(Links.DEAD_LETTERS + "/{queue}/{letter}")
    Mono<Rendering> show(
            SignedIn visitor, @PathVariable String queue, @PathVariable PathId letter, ServerWebExchange exchange) {
        visitor.requireOperator();
        LetterQueue from = LetterQueue.at(queue);
        return letter(visitor, from, letter)
                .map(whole -> whole.detail(from, settings.payloadCharacters(), clock.instant()))
                .flatMap(detail -> pages.show(
                        exchange,
                        Screen.of("deadletters/detail", "Dead letter")
                                .crumb("Dead letters", from.href())
                                .with("queue", from)
                                .with("letter", detail)));
    }

    /** As it travelled, byte for byte; never shown by the browser itself. */
    @GetMapping(Links.DEAD_LETTERS + "/{queue}/{letter}/body")
    Mono<ResponseEntity<byte[]>> body(SignedIn visitor, @PathVariable String queue, @PathVariable PathId letter) {
        visitor.requireOperator();
        LetterQueue from = LetterQueue.at(queue);
        return letter(visitor, from, letter)
                .map(whole -> ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_OCTET_STREAM)
                        .header(HttpHeaders.CONTENT_DISPOSITION, attachment(from, whole.id()))
                        .body(whole.body().getBytes(StandardCharsets.UTF_8)));
    }

    /** Under another queue's address it would be shown, and discarded, as what it isn't. */
    private Mono<DeadLetter.Whole> letter(SignedIn visitor, LetterQueue from, PathId letter) {
        return gateway.execute("deadLetter", Map.of("id", letter.id()), visitor.credentials())
                .map(answer -> answer.require("deadLetter", DeadLetter.Whole.class))
                .filter(whole -> whole.queue().equals(from.name()))
                .switchIfEmpty(Mono.error(GatewayException.NotFound::new));
    }

    private Screen screen(DeadLetter.Page page, LetterQueue queue, String after) {
        Instant now = clock.instant();
        List<DeadLetter.Row> rows =
                page.nodes().stream().map(node -> node.row(queue, now)).toList();
        return screen(page.totalCount()).with("listing", rows.isEmpty() ? none(queue, after) : rows(rows, page, queue));
    }

    /** What was on a later page may have been put back or discarded since. */
    private static Listing<DeadLetter.Row> none(LetterQueue queue, String after) {
        return after.isEmpty() ? new Listing.Nothing<>() : new Listing.NoMatch<>(queue.href());
    }

    private static Listing<DeadLetter.Row> rows(List<DeadLetter.Row> rows, DeadLetter.Page page, LetterQueue queue) {
        return new Listing.Rows<>(rows, page.pageInfo().onward(queue.href()));
    }

    private static Mono<Screen> failed(GatewayException failure, LetterQueue queue) {
        return Listing.<DeadLetter.Row>failed(failure, queue.href())
                .map(listing -> screen(0).with("listing", listing).status(listing.status()));
    }

    private static Screen screen(int total) {
        return Screen.of("deadletters/list", "Dead letters")
                .with("total", total)
                .status(HttpStatus.OK);
    }

    private static String attachment(LetterQueue queue, String id) {
        return ContentDisposition.attachment()
                .filename("dead-letter-" + queue.segment() + "-" + id.replaceAll("[^A-Za-z0-9_.-]", "_") + ".txt")
                .build()
                .toString();
    }
}
