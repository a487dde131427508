"""The reference sheets: how to play, the turn, the player aid, the end and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.words.tray_sentences import black_cubes, tray_attacks
from rules.edge_of_darkness.words.worked_score import worked_score
from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import Translator


def sheets(say: Translator, seats: int, options: Mapping[str, Any]) -> list[Sheet]:
    """Return all sheets for a player count (0 if it isn't known yet) and the options of a match."""
    chosen = Options(**options)
    return [
        Sheet(Kind.HOW, _how(say, seats)),
        Sheet(Kind.TURN, _turn(say, chosen)),
        Sheet(Kind.AID, _aid(say, seats, chosen)),
        Sheet(Kind.END, _end(say, chosen)),
    ]


def _how(say: Translator, seats: int) -> tuple[Section, ...]:
    return (
        section(
            say.t("The aim"),
            ("points", say.t(
                "You lead a Guild. Everyone draws from one deck, and everyone improves its cards. After eight rounds,"
                " the most Victory Points win."
            )),
        ),
        section(say.t("The prologue"), ("hourglass", _prologue(say, seats))),
        section(
            say.t("A round"),
            ("street", say.t(
                "**Assembly turn.** Take the cards from your Guild Hall, then draft from the Street until you hold"
                " three. You draft the first card; 1 Influence on it skips it. Draw a cube into your Threat Zone for"
                " each cube icon in your hand."
            )),
            ("sleeve", say.t(
                "**Action turn.** The cubes you drew last round fall into the tower. Sleeve an advancement "
                "into a card in your hand, and use your cards and the Locations in any order. Then discard "
                "your hand."
            )),
            ("coin", say.t(
                "Your own and Neutral cards are free. An effect on another player's card costs 1 Coin, paid to its"
                " owner."
            )),
            ("hall", say.t(
                "Your cards in other players' hands earn you Coins, then come back to you through your Guild Hall."
                " Claim Neutral cards to own more of them."
            )),
        ),
        section(
            say.t("The Blight"),
            ("tower", tray_attacks(say, seats)),
            ("cube_black", black_cubes(say, seats)),
            ("defence", say.t(
                "Reduce the Damage to 0, and you've defended: 1 Reputation. Otherwise your Defense token drops one"
                " space (2 points), and you suffer what the card says."
            )),
            ("hunt", say.t(
                "With permission to hunt and enough Battle Strength, you defeat a tower card on your turn. "
                "You get its rewards, and its cubes are set aside."
            )),
        ),
    )  # fmt: skip


def _prologue(say: Translator, seats: int) -> str:
    if not seats:
        return say.t(
            "First you each take 2 advancements (3 with two players), sleeve them into your own Guild cards "
            "and use what works already. Another of your cards waits in your Guild Hall."
        )
    return say.t(
        "First you each take {n} advancements, sleeve them into your own Guild cards and use what works "
        "already. Another of your cards waits in your Guild Hall.",
        n=3 if seats == 2 else 2,
    )


# -- the turn ---------------------------------------------------------------------------------------------------


def _turn(say: Translator, options: Options) -> tuple[Section, ...]:
    return (
        section(
            say.t("The round begins"),
            ("hall", say.t("Everyone takes all cards from their Guild Hall into their hand.")),
            ("staged", say.t("Your cubes leave the Threat Zone. You drop them in this round's Action turn.")),
        ),
        _assembly(say),
        _action(say, options),
        section(
            say.t("Afterwards"),
            ("deck", say.t(
                "If Street and deck together have 6 cards or fewer at the end of a turn, the Discard pile is shuffled"
                " under the 6th card. Then empty spaces are filled."
            )),
            ("first", say.t(
                "When everyone has had their Action turn, the First Player marker goes to the player on the "
                "right. Round 8 is the last."
            )),
        ),
    )  # fmt: skip


def _assembly(say: Translator) -> Section:
    return section(
        say.t("Assembly turn"),
        ("street", say.t(
            "Draft until you hold 3 cards, starting with the card farthest from the deck. If you hold 3 or more, draft"
            " nothing."
        )),
        ("influence", say.t(
            "To skip a card, place 1 Influence on it. You can't skip the top card of the deck. Influence on a card you"
            " draft becomes your Goodwill."
        )),
        ("cube", say.t(
            "Draw a cube from the bag into your Threat Zone for each cube icon in your hand. If the bag is empty,"
            " refill it with the cubes set aside."
        )),
        ("deck", say.t("The Street's cards move up, and the deck fills its 5 spaces.")),
        numbered=True,
    )  # fmt: skip


def _action(say: Translator, options: Options) -> Section:
    return section(
        say.t("Action turn"),
        ("tower", say.t("Drop your cubes into the tower. Full trays attack at once, from left to right.")),
        ("sleeve", say.t(
            "Now in any order: sleeve one advancement into a card in your hand. You must, if one fits an "
            "empty slot; covering a Citizen or Patrician is up to you."
        )),
        ("coin", say.t(
            "Use effects in your hand, each once, even of what you've just sleeved. On another player's card, first pay"
            " its owner 1 Coin per effect."
        )),
        ("location", _abilities(say, options)),
        ("hunt", _hunting(say, options)),
        ("return", say.t(
            "Discard cards with no effect used: 1 brings back an Agent, 2 give you one effect of a card in "
            "the Street."
        )),
        ("discard", say.t(
            "At the end, discard your hand: other players' cards to their Guild Halls, your own and Neutral ones to the"
            " Discard pile. Battle Strength left over is lost."
        )),
        numbered=True,
    )  # fmt: skip


def _abilities(say: Translator, options: Options) -> str:
    if options.location_uses == "unlimited":
        return say.t("Use abilities of Locations as often as you can pay for them.")
    return say.t("Use abilities of Locations, each once.")


def _hunting(say: Translator, options: Options) -> str:
    if options.hunt_repeatable:
        return say.t("With permission to hunt, defeat tower cards, as often as you like this turn.")
    return say.t("With permission to hunt, defeat tower cards in one hunt.")


# -- the player aid ---------------------------------------------------------------------------------------------


def _aid(say: Translator, seats: int, options: Options) -> tuple[Section, ...]:
    return (
        section(
            say.t("An attack"),
            ("tower", tray_attacks(say, seats)),
            ("cube_black", black_cubes(say, seats)),
            ("damage", say.t("Each player attacked faces the whole Damage. Battle Strength doesn't help.")),
            ("shield", say.t(
                "Reduced to 0, it's defended: 1 Reputation. Otherwise the Defense token drops 1 space, however much is"
                " left, and the threat's text applies."
            )),
            ("aside", say.t(
                "The tray is emptied. The card goes to its owner's Guild Hall or the Discard pile, and the bottom card"
                " of the deck takes its place."
            )),
            *_waiting(say, options),
        ),
        section(
            say.t("Hunting"),
            ("battle", say.t(
                "Spend as much Battle Strength as the card has Damage, if you have permission to hunt."
            )),
            ("hunt", say.t("You get all its rewards. Its tray is emptied, and a new card comes.")),
        ),
        _things(say),
    )  # fmt: skip


def _waiting(say: Translator, options: Options) -> tuple[tuple[str, str], ...]:
    """Return the lines about full trays without a card."""
    if options.empty_spot_waits:
        return (("deck", say.t("A full tray without a card waits for its next card, which attacks at once.")),)
    return (("deck", say.t("A full tray without a card is emptied, and nothing attacks.")),)


def _things(say: Translator) -> Section:
    return section(
        say.t("What things are for"),
        ("coin", say.t("**Coin:** pays card owners and costs. **1/4** point.")),
        ("influence", say.t("**Influence:** skips cards in the Street. **1/4** point.")),
        ("goodwill", say.t("**Goodwill:** Influence you drafted with a card. It skips nothing. **1/4** point.")),
        ("reputation", say.t("**Reputation:** **1** point.")),
        ("agent", say.t("**Trained Agent:** works at Locations. **1** point. You begin with 4 of 10.")),
        ("defence", say.t("**Defense token:** the value of its space in points, **14** at the start.")),
        ("slip", say.t("**Allegiance slip:** claims a Neutral card, which is yours from then on. You have 7.")),
        ("card", say.t("**Your Guild cards:** others pay to use them. **1** point for each filled slot.")),
        ("hall", say.t("**Guild Hall:** your cards return here, except from your own hand. You take them next round.")),
    )  # fmt: skip


# -- the end ----------------------------------------------------------------------------------------------------


def _end(say: Translator, options: Options) -> tuple[Section, ...]:
    return (
        section(
            say.t("After round 8"),
            ("goodwill", _final_goodwill(say, options)),
            ("reputation", say.t(
                "Then 4 awards in this order: most Reputation, most trained Agents, most Guild cards, highest on the"
                " Defense track. Each gives 2 Reputation, or 1 to each player who ties."
            )),
            numbered=True,
        ),
        section(
            say.t("Victory Points"),
            ("agent", say.t("**1** for each trained Agent, in your pool or at a Location.")),
            ("reputation", say.t("**1** for each Reputation.")),
            ("card", say.t(
                "**1** for each filled slot of your Guild cards, wherever they are. Citizens and Patricians count."
            )),
            ("defence", say.t("The value of your Defense token's space.")),
            ("coin", say.t("**1/4** for each Coin, Influence and Goodwill. You can win by 1/4.")),
        ),
        worked_score(say),
        section(
            say.t("Who wins"),
            ("points", say.t("The player with the most Victory Points.")),
            ("slip", say.t(
                "In a tie: the most Guild cards, then trained Agents, then Coins and Influence together. If you're"
                " still level, you share the victory."
            )),
        ),
    )  # fmt: skip


def _final_goodwill(say: Translator, options: Options) -> str:
    if options.sixth_card_counts_at_end:
        return say.t(
            "You gain 1 Goodwill for each filled slot of the cards in your Guild Hall and of your cards in the Street"
            " (the top card of the deck counts too)."
        )
    return say.t(
        "You gain 1 Goodwill for each filled slot of the cards in your Guild Hall and of your cards in the 5 spaces of"
        " the Street."
    )
