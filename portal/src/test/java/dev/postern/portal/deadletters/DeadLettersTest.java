package dev.postern.portal.deadletters;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.portal.fixture.House;
import dev.postern.portal.fixture.PortalTest;
import dev.postern.portal.fixture.Visitor;
import dev.postern.portal.fixture.Visitor.Reply;
import dev.postern.portal.page.Links;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLettersTest extends PortalTest {

    private static final String LIST = "/portal/dead-letters/delivery";
    private static final String HOSTILE_LETTER = "delivery:1764547200000-0";
    private static final String OTHER = "delivery:1764547200001-0";

    @Test
    void list_showsWhatHappenedAndTurnsPages() {
        Visitor visitor = operator();
        assertThat(visitor.get("/portal/dead-letters").location()).isEqualTo(LIST);
        String first = visitor.get(LIST).body();
        assertThat(first)
                .contains("30 dead letters", ">Failed<", ">Unreadable<", ">Worker died<", ">Refused<", "5 ×")
                .contains("1 min ago", "1 h ago", "value=\"" + HOSTILE_LETTER + "\"", "after=c24")
                .doesNotContain(House.HOSTILE);
        assertThat(visitor.get(LIST + "?after=c24").body())
                .contains("delivery:1764547200029-0", "href=\"" + LIST + "\"")
                .doesNotContain(HOSTILE_LETTER);
    }

    @Test
    void list_withoutAny_saysThatAllIsWell() {
        assertThat(operator().get("/portal/dead-letters/log").body()).contains("No dead letters", "nothing is lost");
    }

    /** Somebody else discarded the last of them while this page was open. */
    @Test
    void list_ofAPageThatIsEmptyByNow_leadsToTheNewest() {
        assertThat(operator().get(LIST + "?after=c40").body())
                .contains("Nothing is left on this page", "href=\"" + LIST + "\"");
    }

    @Test
    void list_whileTheGatewayFails_offersToTryAgain() {
        Visitor visitor = operator();
        house.failing(true);
        Reply reply = visitor.get(LIST);
        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.body()).contains("could not be loaded", "4711", "href=\"" + LIST + "\"");
    }

    /** The body is anybody's: it is shown, laid out and as it is, and does nothing. */
    @Test
    void letter_showsItsBodyEscaped() {
        String page =
                operator().get(Links.deadLetter("delivery", HOSTILE_LETTER)).body();
        assertThat(page)
                .contains("IllegalArgumentException", "5 times", "1.10", "As it travelled")
                .contains("{&quot;event&quot;:{&quot;id&quot;:&quot;evt_0&quot;")
                .contains("&lt;script&gt;")
                .doesNotContain(House.HOSTILE);
    }

    /** It is a dead letter because it is no JSON. */
    @Test
    void letter_thatIsNoJson_isShownAllTheSame() {
        assertThat(operator().get(Links.deadLetter("delivery", OTHER)).body())
                .contains("{&quot;cut&quot;: off &lt;script&gt;")
                .doesNotContain(House.HOSTILE);
    }

    /** For tools: byte for byte, and never as a page. */
    @Test
    void body_isDownloadedAsItIs() {
        Reply reply = operator().get(Links.deadLetter("delivery", OTHER) + "/body");
        assertThat(reply.body()).isEqualTo("{\"cut\": off " + House.HOSTILE);
        assertThat(reply.header("content-type")).isEqualTo("application/octet-stream");
        assertThat(reply.header("content-disposition"))
                .isEqualTo("attachment; filename=\"dead-letter-delivery-delivery_1764547200001-0.txt\"");
    }

    @Test
    void letter_thatIsGone_isNotFound() {
        assertThat(operator().get(Links.deadLetter("delivery", "delivery:1-1")).status())
                .isEqualTo(404);
        assertThat(operator().get("/portal/dead-letters/nowhere").status()).isEqualTo(404);
    }

    /** Somebody wrote the address by hand: it would say what is lost by discarding a letter of another kind. */
    @Test
    void letter_underAnotherQueuesAddress_isNotFound() {
        String path = Links.deadLetter("log", OTHER);
        assertThat(operator().get(path).status()).isEqualTo(404);
        assertThat(operator().get(path + "/body").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redrive", "discard"})
    void chosenOnes_areActedOnOnceThatIsConfirmed(String action) {
        Visitor visitor = operator();
        visitor.get(LIST);
        Reply asked = visitor.post(LIST + "/confirm-" + action, "id", HOSTILE_LETTER, "id", OTHER);
        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.body())
                .contains("2 dead letters", "action=\"" + LIST + "/" + action + "\"", "value=\"" + OTHER + "\"");
        assertThat(house.mutations).isEmpty();

        Reply done = visitor.post(LIST + "/" + action, "id", HOSTILE_LETTER, "id", OTHER);
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.location()).isEqualTo(LIST);
        assertThat(house.mutations)
                .containsExactly(entry(action + "DeadLetters", Map.of("ids", List.of(HOSTILE_LETTER, OTHER))));
        assertThat(visitor.get(LIST).body())
                .contains("2 dead letters were", "28 dead letters")
                .doesNotContain("value=\"" + OTHER + "\"");
    }

    /** Two operators at once. */
    @Test
    void chosenOnes_ofWhichOneIsGone_saysSo() {
        Visitor visitor = operator();
        visitor.get(LIST);
        visitor.post(LIST + "/discard", "id", OTHER, "id", "delivery:1-1");
        assertThat(visitor.get(LIST).body())
                .contains("1 dead letter was discarded.", "1 dead letter was gone already.");
    }

    @Test
    void chosenOnes_thatTheQueueHasNoRoomFor_stayAndSayWhy() {
        Visitor visitor = operator();
        visitor.get(LIST);
        visitor.post(LIST + "/redrive", "id", "full");
        assertThat(visitor.get(LIST).body()).contains("the queue has no room", "30 dead letters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"confirm-redrive", "confirm-discard", "redrive", "discard"})
    void noneChosen_asksForSome(String action) {
        Visitor visitor = operator();
        visitor.get(LIST);
        assertThat(visitor.post(LIST + "/" + action).location()).isEqualTo(LIST);
        assertThat(visitor.get(LIST).body()).contains("Choose at least one dead letter.");
        assertThat(house.mutations).isEmpty();
    }

    /** A page of another site's sends the form. */
    @ParameterizedTest
    @ValueSource(strings = {"confirm-redrive", "confirm-discard", "redrive", "discard"})
    void act_withoutTheToken_isRefused(String action) {
        Visitor visitor = operator();
        visitor.get(LIST);
        assertThat(visitor.postBare(LIST + "/" + action, "id", OTHER).status()).isEqualTo(403);
        assertThat(house.mutations).isEmpty();
    }

    /** They hold events of other tenants. */
    @Test
    void tenants_seeNothingOfThem() {
        Visitor visitor = acme();
        assertThat(visitor.get("/portal/tenants/acme/destinations").body())
                .doesNotContain("Dead letters", "dead-letters");
        String letter = Links.deadLetter("delivery", OTHER);
        for (String path : List.of("/portal/dead-letters", LIST, letter, letter + "/body")) {
            assertThat(visitor.get(path).status()).as(path).isEqualTo(404);
        }
        for (String action : List.of("confirm-redrive", "confirm-discard", "redrive", "discard")) {
            visitor.get("/portal/tenants/acme/destinations");
            assertThat(visitor.post(LIST + "/" + action, "id", OTHER).status())
                    .as(action)
                    .isEqualTo(404);
        }
        assertThat(house.mutations).isEmpty();
        assertThat(stranger().get(LIST).location()).startsWith("/portal/sign-in");
    }
}
