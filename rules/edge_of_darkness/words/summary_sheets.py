"""The reference sheets: how to play, the turn, the player aid, the end and scoring."""

from __future__ import annotations

from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import Translator


def sheets(say: Translator, _seats: int) -> list[Sheet]:
    """Return all sheets of this game."""
    return [
        Sheet(Kind.HOW, _how(say)),
        Sheet(Kind.TURN, _turn(say)),
        Sheet(Kind.AID, _aid(say)),
        Sheet(Kind.END, _end(say)),
    ]


def _how(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The aim"),
            ("points", say.t(
                "You lead a Guild. Everybody draws from the same deck, and everybody makes its cards better. After"
                " eight rounds the most Victory Points win."
            )),
        ),
        section(
            say.t("The prologue"),
            ("hourglass", say.t(
                "Before the first round each of you takes two advancements (three with two players), sleeves them onto"
                " your own Guild cards and uses them at once. One of your other cards waits in your Guild Hall."
            )),
        ),
        section(
            say.t("A round"),
            ("street", say.t(
                "**Assembly turn.** You take the cards from your Guild Hall, then draft from the Street until you hold"
                " three. You draft the first card of the Street; 1 Influence on a card skips it. For each cube icon in"
                " your hand you draw a cube from the bag into your Threat Zone."
            )),
            ("sleeve", say.t(
                "**Action turn.** Your cubes fall into the tower. You sleeve one advancement of any Location onto a"
                " card of your hand. You use the effects of your cards and of the Locations in any order, then end"
                " your turn."
            )),
            ("coin", say.t(
                "An effect of your own or a Neutral card is free; one on another player's card costs 1 Coin, paid to"
                " its owner. So your cards earn in other hands too."
            )),
        ),
        section(
            say.t("The Blight"),
            ("tower", say.t(
                "The tower has three cards, Blight side up, and a tray of cubes below each. A tray with 6 cubes (7"
                " with three players, 8 with four) attacks whoever has most cubes in it; with most black ones it"
                " attacks everybody."
            )),
            ("defence", say.t(
                "Damage that you reduce to nothing is defended: 1 Reputation. Otherwise your Defense token falls one"
                " space, and you suffer what the card says."
            )),
            ("hunt", say.t(
                "With Battle Strength you can hunt a card of the tower in your turn: its rewards are yours and its"
                " cubes go."
            )),
        ),
    )  # fmt: skip


def _turn(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The round begins"),
            ("hall", say.t("Everybody takes all cards of their Guild Hall into their hand.")),
            ("staged", say.t("The cubes of your Threat Zone are dropped in this round.")),
        ),
        section(
            say.t("Assembly turn"),
            ("street", say.t(
                "Draft until you hold 3 cards, from the card farthest from the deck on. With 3 or more, draft nothing."
            )),
            ("influence", say.t(
                "Place 1 Influence on a card to skip it; the top card of the deck can't be skipped. Influence on a"
                " card that you draft becomes your Goodwill."
            )),
            ("cube", say.t(
                "Draw a cube from the bag into your Threat Zone for each cube icon in your hand; they fall next round."
            )),
            numbered=True,
        ),
        section(
            say.t("Action turn"),
            ("tower", say.t("Your cubes fall into the tower. Full trays attack, from left to right.")),
            ("sleeve", say.t(
                "From now on in any order: sleeve one advancement onto a card of your hand. You must, if one fits into"
                " an empty slot."
            )),
            ("coin", say.t(
                "Use effects in your hand and abilities of Locations, each once. An effect on another player's card"
                " costs 1 Coin, paid to its owner first."
            )),
            ("hunt", say.t("With a permission to hunt, defeat cards of the tower.")),
            ("return", say.t(
                "Cards of which you used nothing can be discarded: one brings back an Agent, 2 give you one effect of a"
                " card in the Street."
            )),
            ("discard", say.t(
                "At the end discard your hand: other players' cards go to their Guild Halls, the rest to the Discard"
                " pile. Battle Strength left over is gone."
            )),
            numbered=True,
        ),
        section(
            say.t("Afterwards"),
            ("deck", say.t(
                "If Street and deck together have 6 cards or fewer at the end of a turn, the Discard pile is shuffled"
                " under the 6th card."
            )),
            ("first", say.t("After a round the First Player marker goes to the player on the right.")),
        ),
    )  # fmt: skip


def _aid(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("An attack"),
            ("cube_black", say.t("A tray attacks at 6 cubes with 2 players, 7 with 3, 8 with 4.")),
            ("rivals", say.t(
                "It attacks whoever has the most cubes in it, in a tie each of them; everybody if black has the most or"
                " ties for it."
            )),
            ("damage", say.t("Each faces the whole Damage. Battle Strength does not help.")),
            ("shield", say.t(
                "Reduced to 0 it is defended: 1 Reputation. Otherwise the Defense token goes down one space, and the"
                " threat's text applies."
            )),
            ("aside", say.t("The tray is emptied, and the bottom card of the deck takes the attacker's place.")),
        ),
        section(
            say.t("Hunting"),
            ("battle", say.t(
                "You need a permission to hunt and Battle Strength of at least the card's Damage; that much is spent."
            )),
            ("hunt", say.t("You get all rewards of the card. Its tray is emptied and it is replaced.")),
        ),
        section(
            say.t("What things are for"),
            ("coin", say.t("**Coin:** pays owners of cards, and prices.")),
            ("influence", say.t("**Influence:** skips cards in the Street.")),
            ("goodwill", say.t("**Goodwill:** Influence taken with a card. It skips nothing.")),
            ("agent", say.t("**Trained Agent:** can be sent to a Location. You begin with 4 of 10.")),
            ("slip", say.t("**Allegiance slip:** makes a Neutral card yours for good. You have 7.")),
            ("card", say.t("**Advancement:** a Contact for whoever plays the card; a Threat when it is in the tower.")),
            ("hall", say.t("**Guild Hall:** your cards that others discard wait here for the next round.")),
        ),
    )  # fmt: skip


def _end(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("After round 8"),
            ("goodwill", say.t(
                "You gain 1 Goodwill for each filled slot on the cards in your Guild Hall and on your own cards in the"
                " Street."
            )),
            ("reputation", say.t(
                "Then 4 awards in this order: most Reputation, most trained Agents, most Guild cards, highest on the"
                " Defense track. Each gives 2 Reputation, in a tie 1 to each."
            )),
            numbered=True,
        ),
        section(
            say.t("Victory Points"),
            ("agent", say.t("**1** for each trained Agent, in the pool or at a Location.")),
            ("reputation", say.t("**1** for each Reputation.")),
            ("card", say.t("**1** for each filled slot on your Guild cards, wherever they are.")),
            ("defence", say.t("**As many** as the space of your Defense token says.")),
            ("coin", say.t("**1/4** for each Coin, Influence and Goodwill; quarters are kept.")),
        ),
        section(
            say.t("Who wins"),
            ("points", say.t("The most Victory Points.")),
            ("slip", say.t(
                "In a tie: the most Guild cards, then the most trained Agents, then the most Coins and Influence"
                " together. Otherwise the victory is shared."
            )),
        ),
    )  # fmt: skip
