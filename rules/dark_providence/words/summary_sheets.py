"""The reference sheets: how to play, the turn, the player aid, the end and scoring. Solo play has its own versions."""

from __future__ import annotations

from rules.dark_providence.words.newcomer_help import THRESHOLDS
from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import Translator


def sheets(say: Translator, seats: int) -> list[Sheet]:
    """Return all sheets of this game for a player count; `seats` is 0 if it isn't known yet."""
    end = _end_alone(say) if seats == 1 else _end(say, seats)
    return [
        Sheet(Kind.HOW, _how(say, seats)), Sheet(Kind.TURN, _turn(say, seats)), Sheet(Kind.AID, _aid(say, seats)),
        Sheet(Kind.END, end),
    ]  # fmt: skip


def _how(say: Translator, seats: int) -> tuple[Section, ...]:
    alone = (
        ("old_one", say.t(
            "You are an investigator. After each of your turns the Great Old One's two cultists act as a control card"
            " says. It collects VP during play, you most of yours at the end. If its own goal is met, it wins at once."
        )),
    )  # fmt: skip
    together = (
        ("allegiance", say.t(
            "You have a secret allegiance: investigator, cultist or dissenter. It says what you score at the end."
            " Nobody knows yours until it is revealed."
        )),
        ("vp", say.t(
            "At the end the side of the player with the lowest total drops out. Of the others the highest total wins."
        )),
    )  # fmt: skip
    return (
        section(say.t("The aim"), *(alone if seats == 1 else together)),
        section(
            say.t("A turn"),
            ("hand", say.t(
                "You take two actions. Most are paid with cards from your hand, each for one kind of its icons, or for"
                " the action printed on it. Bonus actions come on top. Then you discard what you used and draw up to"
                " five."
            )),
            ("influence", say.t(
                "**Place influence** on one city, primary asset or mythos card. **Acquire**, as your first action"
                " only, where you have the most influence and there is no lock; it costs no card. A city gives its VP"
                " at once; primary assets come into your deck, and agents onto the map."
            )),
            ("action", say.t(
                "**Recover influence** from the board and Limbo. **Buy influence** from the common pool. **Travel**"
                " with agents. **Open or close a gate** where your agent is. **Raise or lower** the investigation or"
                " the ritual. **Assassinate** an agent in the same city."
            )),
        ),
        section(
            say.t("A few terms"),
            ("limbo", say.t("**Limbo:** where influence goes that you used to acquire; recover it.")),
            ("agent", say.t(
                "**Lead agent:** the one you begin with; protected while others of yours are on the board."
            )),
            ("sanity", say.t("**Sanity test:** you draw a token; the third Madness drives you mad.")),
            ("mythos", say.t("**Mythos card:** a strong card of the row; once acquired, it stays before you.")),
        ),
    )  # fmt: skip


def _turn(say: Translator, seats: int) -> tuple[Section, ...]:
    mine = section(
        say.t("A turn"),
        ("action", say.t("Take 2 actions. Instead of either you may pass: your turn ends.")),
        ("bonus", say.t("Bonus actions: before, between or after them, as many as you have.")),
        ("discard", say.t("Cards used go to your discard pile when their action is done.")),
        ("deck", say.t("Draw until you hold 5 cards. If your deck runs out, shuffle your discard pile.")),
        numbered=True,
    )
    actions = section(
        say.t("The actions"),
        ("influence", say.t(
            "**Place influence:** a marker for each icon, all on one city, primary asset or mythos card."
        )),
        ("city", say.t(
            "**Acquire:** only as the first action. It costs no card; you have the most influence there, and there is"
            " no lock."
        )),
        ("recover", say.t("**Recover influence:** a marker for each icon, from the board and Limbo.")),
        ("pool", say.t("**Buy influence:** 2 Wealth for each marker of the common pool.")),
        ("wealth", say.t("**Travel:** Wealth for the routes; each agent pays its whole way.")),
        ("investigation_up", say.t("**Meddle:** the investigation or the ritual, one space for each icon.")),
        ("assassinate", say.t("**Card action:** an assassination, a gate, a lock, or what the card says.")),
        ("discard", say.t("**Discard** any number of cards.")),
        ("allegiance", say.t("**Reveal your allegiance,** if it brings you to the VP that end the game.")),
    )  # fmt: skip
    return (mine, actions, _cultists(say)) if seats == 1 else (mine, actions)


def _cultists(say: Translator) -> Section:
    return section(
        say.t("The Great Old One's turn"),
        ("old_one", say.t("A control card is turned up. The first cultist acts, then the second.")),
        ("influence", say.t(
            "A cultist places influence where it stands, or acquires the first city or card on which it has more"
            " markers than you; or it assassinates, opens a gate, or has its cultist effect."
        )),
        ("agent", say.t("If its action fails, and after a cultist effect, it goes to the next city of its route.")),
        ("acquired", say.t(
            "After acquiring a card it acts for the card's icons: influence, travel, gate, ritual, investigation."
        )),
        numbered=True,
    )  # fmt: skip


def _aid(say: Translator, seats: int) -> tuple[Section, ...]:
    acquiring = section(
        say.t("Acquiring"),
        ("influence", say.t(
            "You have more than each other player and at least one marker. In a city each agent counts as one more."
        )),
        ("limbo", say.t("Your markers there go to Limbo, the others back to their owners.")),
        ("city", say.t(
            "**City:** you take control and gain VP equal to its control point, which the one before loses. Its card"
            " goes to your discard pile."
        )),
        ("asset", say.t(
            "**Primary asset:** goes to your discard pile; an agent starts in that city. You control 6 agents at most."
        )),
        ("ritual_up", say.t("A city's last primary asset: ritual 2 spaces up, one more mythos card in the row.")),
        ("mythos", say.t("**Mythos card:** stays face up before you.")),
        ("sanity", say.t("Then come the effects on acquiring, and the sanity test if the card shows one.")),
    )  # fmt: skip
    others = section(
        say.t("Card actions"),
        ("force", say.t(
            "**Assassination:** your agent in the victim's city, and Force of at least the control point. All your"
            " agents there add theirs; the card that allows it adds nothing."
        )),
        ("agent", say.t(
            "**A lead agent** can be assassinated only if its player has no other agent, has 5 VP or more, and is not"
            " revealed as a cultist."
        )),
        ("arcane", say.t(
            "**Gate:** your agent there, and Arcane of at least the gate's value, added up likewise. Then a sanity"
            " test: Madness destroys the recruited agent who acted."
        )),
        ("lock", say.t("**Lock:** nobody acquires there. Any player may remove it.")),
    )  # fmt: skip
    mad = (
        say.t("With the third Madness token you go mad, and the game ends.")
        if seats == 1
        else say.t("The third Madness token ends the game, unless it is a cultist's.")
    )
    danger = section(say.t("Madness"), ("madness", mad))
    if seats != 1:
        return acquiring, others, danger
    return acquiring, others, danger, section(
        say.t("The cultists"),
        ("cultist", say.t("While a hidden cultist is in a city, you can acquire neither it nor its primary asset.")),
        ("assassinate", say.t(
            "If you assassinate a cultist, it is revealed: the Great Old One loses 3 VP. You can do so while it has 5"
            " VP or more."
        )),
    )  # fmt: skip


def _end(say: Translator, seats: int) -> tuple[Section, ...]:
    at = (
        say.t("when somebody has {n} VP", n=THRESHOLDS[seats])
        if seats
        else say.t("when somebody has 33 VP with 2 players, 30 with 3, 26 with 4, 22 with 5")
    )
    return (
        section(
            say.t("The game ends"),
            ("vp", at),
            ("investigation", say.t("when the investigation or the ritual reaches its last space")),
            ("assassinate", say.t("when the lead agent of an investigator or a dissenter is assassinated")),
            ("madness", say.t("when an investigator or a dissenter draws the third Madness token")),
            ("deep_one", say.t("when the card Deep Ones is used while all 8 are in play")),
        ),
        section(
            say.t("Everybody scores"),
            ("vp", say.t("VP on the track (cities), and blue VP on cards and agents")),
            ("allegiance", say.t("3 VP for an allegiance not revealed before")),
            ("end", say.t("effects of mythos cards at the end")),
        ),
        _investigators(say.t("Investigators"), say),
        section(
            say.t("Cultists"),
            ("ritual", say.t("the ritual track")),
            ("gate_open", say.t("the value of opened gates that they control")),
            ("vp_green", say.t("green VP of mythos cards")),
            ("crypt", say.t("1 VP for each agent in their crypt")),
            ("returned", say.t("1 VP for each returned agent")),
            ("deep_one", say.t("8 VP for the card Deep Ones, if all 8 are in play")),
        ),
        section(
            say.t("Dissenters"),
            ("ex_investigator", say.t("the track of the side they left")),
            ("gate_open", say.t("the value of all gates that they control")),
            ("crypt", say.t("1 VP for each agent in their crypt")),
            ("allegiance", say.t("−3 VP if revealed before the scoring")),
        ),
        section(
            say.t("Who wins"),
            ("allegiance", say.t(
                "The lowest total drops out with its whole side, a dissenter alone. If sides tie for it, the"
                " investigator stays before the cultist, the cultist before the dissenter."
            )),
            ("vp", say.t(
                "Of the others the highest total wins. In a tie: more mythos cards, then investigator before cultist"
                " before dissenter."
            )),
        ),
    )  # fmt: skip


def _investigators(title: str, say: Translator) -> Section:
    return section(
        title,
        ("investigation", say.t("the investigation track")),
        ("gate_shut", say.t("the value of closed gates that they control")),
        ("vp_pink", say.t("pink VP of recruited agents")),
    )


def _end_alone(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The game ends"),
            ("vp", say.t("when you or the Great Old One have {n} VP", n=THRESHOLDS[1])),
            ("investigation", say.t("when the investigation or the ritual reaches its last space")),
            ("assassinate", say.t("when your lead agent is assassinated")),
            ("madness", say.t("when you go mad, or the Great Old One has 5 Madness tokens")),
            ("deep_one", say.t("when the card Deep Ones is used while all 8 are in play")),
        ),
        section(
            say.t("You score"),
            ("vp", say.t("VP on the track (cities), and blue VP on cards and agents")),
            ("allegiance", say.t("3 VP for your allegiance, unless you had to reveal it")),
            ("end", say.t("effects of mythos cards at the end")),
            ("investigation", say.t("the investigation track")),
            ("gate_shut", say.t("the value of closed gates that you control")),
            ("vp_pink", say.t("pink VP of recruited agents")),
        ),
        section(
            say.t("Who wins"),
            ("old_one", say.t(
                "The Great Old One at once, when it reaches its goal. Its VP all stand on the track; it scores nothing"
                " more."
            )),
            ("vp", say.t("Otherwise the higher total; if equal, you.")),
        ),
    )  # fmt: skip
