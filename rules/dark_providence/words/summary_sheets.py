"""The reference sheets: how to play, the turn, the player aid, the end and scoring. Solo play has its own versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dark_providence.words.newcomer_help import THRESHOLDS
from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import Translator


def sheets(say: Translator, seats: int, _options: Mapping[str, Any]) -> list[Sheet]:
    """Return all sheets of this game for a player count; `seats` is 0 if it isn't known yet."""
    end = _end_alone(say) if seats == 1 else _end(say, seats)
    return [
        Sheet(Kind.HOW, _how(say, seats)), Sheet(Kind.TURN, _turn(say, seats)), Sheet(Kind.AID, _aid(say, seats)),
        Sheet(Kind.END, end),
    ]  # fmt: skip


def _how(say: Translator, seats: int) -> tuple[Section, ...]:
    alone = (
        ("old_one", say.t(
            "You're an investigator. After each of your turns, the Great Old One's two cultists follow a "
            "control card. It collects VP during play; you score most of yours at the end. If it reaches its "
            "goal, it wins at once."
        )),
    )  # fmt: skip
    together = (
        ("allegiance", say.t(
            "You have a secret allegiance: investigator, cultist or dissenter. It decides what you score at "
            "the end. No one else knows it until it's revealed."
        )),
        ("vp", say.t(
            "At the end, the player with the lowest total drops out with their whole side. The highest total "
            "left wins."
        )),
    )  # fmt: skip
    crypt = (
        say.t("**Crypt:** holds the agents you assassinated. They score nothing for you.")
        if seats == 1
        else say.t(
            "**Crypt:** holds the agents you assassinated. Cultists and dissenters score them; investigators don't."
        )
    )
    return (
        section(say.t("The aim"), *(alone if seats == 1 else together)),
        section(
            say.t("A turn"),
            ("hand", say.t(
                "You take two actions. You pay for most with cards from your hand: use each card for one "
                "kind of its icons, or for its printed action. Bonus actions are extra. Then you discard the "
                "cards you used and draw up to five."
            )),
            ("influence", say.t(
                "**Place influence** on one city, primary asset or mythos card. **Acquire**, as your first "
                "action only, where you have the most influence and there is no lock; it costs no card. A "
                "city gives its VP at once; primary assets join your deck, and agents the map."
            )),
            ("action", say.t(
                "**Recover influence** from the board and Limbo. **Buy influence** from the common pool. **Travel**"
                " with agents. **Open or close a gate** where your agent is. **Raise or lower** the investigation or"
                " the ritual. **Assassinate** an agent in the same city."
            )),
        ),
        section(
            say.t("A few terms"),
            ("limbo", say.t("**Limbo:** holds the influence you spent on acquiring, until you recover it.")),
            ("agent", say.t(
                "**Lead agent:** the agent you start with; protected while you have others on the board."
            )),
            ("crypt", crypt),
            ("sanity", say.t("**Sanity test:** you draw a token; the third Madness drives you mad.")),
            ("mythos", say.t("**Mythos card:** a strong card from the row; once acquired, it stays in front "
             "of you.")),
        ),
    )  # fmt: skip


def _turn(say: Translator, seats: int) -> tuple[Section, ...]:
    mine = section(
        say.t("A turn"),
        ("action", say.t("Take 2 actions. You can pass instead of either; that ends your turn.")),
        ("bonus", say.t("Bonus actions: before, between or after them, as many as you have.")),
        ("discard", say.t("Cards used go to your discard pile when their action is done.")),
        ("deck", say.t("Draw until you hold 5 cards. If your deck runs out, shuffle your discard pile.")),
        numbered=True,
    )
    actions = section(
        say.t("The actions"),
        ("influence", say.t(
            "**Place influence:** one marker per icon, all on one city, primary asset or mythos card."
        )),
        ("city", say.t(
            "**Acquire:** only as your first action, where you have the most influence and there is no lock. "
            "It costs no card."
        )),
        ("recover", say.t("**Recover influence:** one marker per icon, from the board and Limbo.")),
        ("pool", say.t("**Buy influence:** each marker from the common pool costs 2 Wealth.")),
        ("wealth", say.t("**Travel:** pay Wealth for the routes, each agent separately.")),
        ("investigation_up", say.t("**Meddle:** move the investigation or the ritual up or down, one space "
         "per icon.")),
        ("assassinate", say.t("**Card action:** an assassination, a gate, a lock, or what the card says.")),
        ("discard", say.t("**Discard** any number of cards.")),
        ("allegiance", say.t("**Reveal your allegiance,** if that takes you to the VP that end the game: "
         "your gates and your track score at once.")),
    )  # fmt: skip
    return (mine, actions, _cultists(say)) if seats == 1 else (mine, actions)


def _cultists(say: Translator) -> Section:
    return section(
        say.t("The Great Old One's turn"),
        ("old_one", say.t("Turn up a control card. The first cultist acts, then the second.")),
        ("influence", say.t(
            "A cultist places influence where it is, or acquires the first city or card where it has more "
            "markers than you; or it assassinates, opens a gate, or uses its cultist effect."
        )),
        ("agent", say.t("If its action fails, and after a cultist effect, it moves to the next city on its "
         "route.")),
        ("acquired", say.t(
            "After acquiring a card, it uses the card's icons: influence, travel, gate, ritual, investigation."
        )),
        numbered=True,
    )  # fmt: skip


def _aid(say: Translator, seats: int) -> tuple[Section, ...]:
    acquiring = section(
        say.t("Acquiring"),
        ("influence", say.t(
            "You need more influence than any other player, and at least one marker. In a city, each agent "
            "counts as 1 influence."
        )),
        ("limbo", say.t("Your markers there go to Limbo, the others' back to their supplies.")),
        ("city", say.t(
            "**City:** you take control and gain VP equal to its control point; the previous controller "
            "loses them. Its card goes to your discard pile."
        )),
        ("asset", say.t(
            "**Primary asset:** goes to your discard pile; an agent starts in that city. You can have at "
            "most 6 agents."
        )),
        ("ritual_up", say.t("When a city's last primary asset is gone, the ritual moves up 2 spaces, and the "
         "row gets another mythos card.")),
        ("mythos", say.t("**Mythos card:** stays face up in front of you.")),
        ("sanity", say.t("Then apply its “on acquiring” effects, and take a sanity test if the card shows one.")),
    )  # fmt: skip
    others = section(
        say.t("Card actions"),
        ("action", say.t("Play the acting agent's own card, or a card that works for any agent.")),
        ("force", say.t(
            "**Assassination:** you need an agent in the victim's city, and Force equal to its control point "
            "or more. All your agents there add theirs; the card that allows it adds nothing. The victim's "
            "marker goes to your crypt. Returned agents are safe."
        )),
        ("agent", say.t(
            "**A lead agent** can be assassinated only if its player has no other agent, has 5 VP or more, "
            "and isn't revealed as a cultist."
        )),
        ("arcane", say.t(
            "**Gate:** you need an agent there, and Arcane equal to the gate's value or more, added up the "
            "same way. Each gate opens or closes only once. Then take a sanity test: Madness destroys the "
            "recruited agent who acted."
        )),
        ("lock", say.t("**Lock:** no one can acquire there. Any player can remove it with a lock action.")),
    )  # fmt: skip
    mad = (
        say.t("With your third Madness token you go mad, and the game ends.")
        if seats == 1
        else say.t(
            "With your third Madness token you go mad and must reveal your allegiance. Unless you're a cultist, the"
            " game ends."
        )
    )
    test = say.t("Take a sanity test after acquiring a card that shows one, and after opening or closing a gate.")
    danger = section(say.t("Madness"), ("sanity", test), ("madness", mad))
    if seats != 1:
        return acquiring, others, danger
    return acquiring, others, danger, section(
        say.t("The cultists"),
        ("cultist", say.t("While a hidden cultist is in a city, you can't acquire the city or its primary "
         "asset.")),
        ("assassinate", say.t(
            "If you assassinate a cultist, it's revealed, and the Great Old One loses 3 VP. You can do that "
            "while it has 5 VP or more."
        )),
    )  # fmt: skip


def _end(say: Translator, seats: int) -> tuple[Section, ...]:
    at = (
        say.t("when a player has {n} VP", n=THRESHOLDS[seats])
        if seats
        else say.t("when a player has 33 VP (2 players), 30 (3), 26 (4) or 22 (5)")
    )
    return (
        section(
            say.t("The game ends"),
            ("vp", at),
            ("investigation", say.t("when the investigation or the ritual reaches its last space")),
            ("assassinate", say.t("when the lead agent of an investigator or a dissenter is assassinated")),
            ("madness", say.t("when an investigator or a dissenter draws a third Madness token")),
            ("deep_one", say.t("when the Deep Ones card is used with all 8 in play")),
        ),
        section(
            say.t("Everyone scores"),
            ("vp", say.t("VP on the track (cities), and blue VP on cards and agents")),
            ("allegiance", say.t("3 VP if your allegiance wasn't revealed")),
            ("end", say.t("end-of-game effects of mythos cards")),
        ),
        _investigators(say.t("Investigators"), say),
        section(
            say.t("Cultists"),
            ("ritual", say.t("the ritual track")),
            ("gate_open", say.t("the value of the gates they opened")),
            ("vp_green", say.t("green VP of mythos cards")),
            ("crypt", say.t("1 VP for each agent in their crypt")),
            ("returned", say.t("1 VP for each returned agent")),
            ("deep_one", say.t("8 VP for owning the Deep Ones card, if all 8 are in play")),
        ),
        section(
            say.t("Dissenters"),
            ("ex_investigator", say.t("the track of the side they left")),
            ("gate_open", say.t("the value of the gates they opened or closed")),
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
                "The highest total left wins. Ties go to the player with more mythos cards, then to "
                "investigator before cultist before dissenter."
            )),
        ),
    )  # fmt: skip


def _investigators(title: str, say: Translator) -> Section:
    return section(
        title,
        ("investigation", say.t("the investigation track")),
        ("gate_shut", say.t("the value of the gates they closed")),
        ("vp_pink", say.t("pink VP of recruited agents")),
    )


def _end_alone(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The game ends"),
            ("old_one", say.t("when the Great Old One reaches its goal and wins")),
            ("vp", say.t("when you or the Great Old One have {n} VP", n=THRESHOLDS[1])),
            ("investigation", say.t("when the investigation or the ritual reaches its last space")),
            ("assassinate", say.t("when your lead agent is assassinated")),
            ("madness", say.t("when you go mad, or the Great Old One has 5 Madness tokens")),
            ("deep_one", say.t("when the Deep Ones card is used with all 8 in play")),
        ),
        section(
            say.t("You score"),
            ("vp", say.t("VP on the track (cities), and blue VP on cards and agents")),
            ("allegiance", say.t("3 VP for your allegiance, unless you had to reveal it")),
            ("end", say.t("end-of-game effects of mythos cards")),
            ("investigation", say.t("the investigation track")),
            ("gate_shut", say.t("the value of the gates you closed")),
            ("vp_pink", say.t("pink VP of recruited agents")),
        ),
        section(
            say.t("Who wins"),
            ("old_one", say.t(
                "The Great Old One wins at once if it reaches its goal. All its VP are on the track; it "
                "scores nothing more."
            )),
            ("vp", say.t("Otherwise the higher total wins; a tie is your win.")),
        ),
    )  # fmt: skip
