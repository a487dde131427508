"""The rule summaries of this game: how to play, the Round, the player aid, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import N_, Translator


def sheets(say: Translator, _seats: int, _options: Mapping[str, Any]) -> list[Sheet]:
    """Return the rule summaries of this game, which don't depend on the player count."""
    return [
        Sheet(Kind.HOW, _how(say)),
        Sheet(Kind.TURN, _turn(say)),
        Sheet(Kind.AID, _aid(say)),
        # This game has no scoring, so this sheet doesn't have the usual title.
        Sheet(Kind.END, _end(say), N_("The end of the game")),
    ]


def _how(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The aim"),
            ("soul", say.t(
                "Each of you leads one Damned and enlists Heretics. There are three ways to win: 10 souls; the rival's"
                " Plot deck is empty; the rival's Execution is 3."
            )),
        ),
        section(
            say.t("A Round"),
            ("hand", say.t(
                "**Prologue** (not in the first Round). Draw 2 cards of the Heretic deck, then of the Plot deck up to"
                " 9; take gold for your Camp; all characters become Ready."
            )),
            ("heretic", say.t(
                "**Enlistment.** Lay a Story row face down: any cards, in any order. Then both reveal Chapter by"
                " Chapter: pay the cost and the card takes effect, or it goes to the Pyre. Heretics enter play only"
                " here."
            )),
            ("dawn", say.t(
                "**Plot.** By turns, one action each: a manoeuvre, a Heresy of a card, or Pass. Each but Pass moves"
                " the time of day. When both pass in a row, the Round ends."
            )),
            ("discard", say.t("**Epilogue.** You may discard one card. The other player becomes Active.")),
        ),
        section(
            say.t("Manoeuvres"),
            ("recruit", say.t(
                "Choose a team of Ready characters with the manoeuvre's icon; they become Spent. **Recruit** gives"
                " souls, as many as the Location says at this time of day. **Plunder** burns 4 cards of the rival's"
                " Plot deck and as many more as the Location says. **Accusation** raises the rival's Execution, once a"
                " Round."
            )),
            ("swap", say.t(
                "The rival may block with characters of the same icon: a Conflict. Both lay up to three cards face down"
                " and reveal them as in Enlistment; each is played by a character of the team. Then the icons are"
                " counted."
            )),
        ),
    )  # fmt: skip


def _turn(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("1. Prologue (not in the first Round)"),
            ("heretics", say.t("Draw 2 cards of the Heretic deck, then of the Plot deck until you hold 9.")),
            ("gold", say.t("Gain gold: the number of your Camp, and + and − on your other cards in play.")),
            ("turn", say.t("All characters become Ready; then effects at the start of the Round.")),
        ),
        section(
            say.t("2. Enlistment"),
            ("story", say.t("The Active player lays any number of cards face down, then the Passive player.")),
            ("eye", say.t("Chapter by Chapter both reveal. First the Active player pays or burns the card.")),
            ("heretic", say.t("A card paid for takes effect at once. Heretics enter Ready.")),
        ),
        section(
            say.t("3. Plot: one action each, by turns"),
            ("recruit", say.t("**Manoeuvre:** succeeds if nobody blocks; otherwise a Conflict.")),
            ("heresy", say.t("**Heresy:** pay what the card says; each once a Round.")),
            ("hourglass", say.t("**Pass:** time stands still. 2 in a row end the phase.")),
            ("dawn", say.t("After any other action the time of day moves; after Night a new Location comes.")),
        ),
        section(
            say.t("A Conflict"),
            ("story", say.t("Each lays 0 to 3 cards face down, the Active player first.")),
            ("gold", say.t("Chapter by Chapter: reveal, pay, take effect; the Active player first.")),
            ("swap", say.t("Count the manoeuvre's icons. The initiator needs as many as the blockers.")),
            ("plot", say.t(
                "Each may draw a card, of either deck. Whoever succeeded gains 1 gold if one of the team survived."
            )),
            ("turn", say.t("All who took part become Spent. A successful initiator gets the Consequence.")),
            numbered=True,
        ),
        section(
            say.t("4. Epilogue"),
            ("discard", say.t("Each may discard one card. What lasts for the Round goes to the Pyre.")),
            ("first", say.t("The Active player becomes Passive, the other Active.")),
        ),
    )  # fmt: skip


def _aid(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("Manoeuvres"),
            ("recruit", say.t("**Recruit:** as many souls as the soul number of the time of day.")),
            ("plunder", say.t(
                "**Plunder:** the rival's Plot deck loses 4 cards, and as many more as the soul number."
            )),
            ("accuse", say.t("**Accusation:** the rival's Execution rises by 1, at most once a Round.")),
        ),
        section(
            say.t("Cards"),
            ("heretic", say.t("**Heretic:** enters play in Enlistment only.")),
            ("story", say.t("**Story:** for Conflicts whose icon is white on it; needs a caster of your team.")),
            ("event", say.t("**Event:** works at once and normally goes to the Pyre.")),
            ("hunter", say.t("**Hunter:** from the hand, in a window; stays at the Location until the Round ends.")),
            ("relic", say.t("**Attachment:** goes onto one of your own characters.")),
            ("pyre", say.t("**Pyre:** where discarded cards lie. **Verge:** where cards in play lie.")),
        ),
        section(
            say.t("Damage"),
            ("skull", say.t("**Skull:** the caster of the Story deals its Damage to the target.")),
            ("health", say.t("**Health:** as much Damage in one blow burns a Heretic; less does nothing.")),
            ("damned", say.t("On a Damned Damage adds up; at its Health it goes to the Pyre.")),
        ),
        section(
            say.t("When a card works"),
            ("heresy", say.t("**Heresy:** as an action of the Plot, once a Round.")),
            ("dem", say.t("**Deus Ex Machina:** in its windows, without an action. The Active player comes first.")),
            ("imr", say.t("**In Medias Res:** when it enters the Verge.")),
            ("status_quo", say.t("**Status Quo:** as long as it lies there.")),
        ),
    )  # fmt: skip


def _end(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("You win"),
            ("soul", say.t(
                "with 10 souls or more. They are counted at the end of each action of the Plot, and after each effect"
                " outside it."
            )),
            ("success", say.t("when the rival loses.")),
        ),
        section(
            say.t("You lose"),
            ("plot", say.t("as soon as your Plot deck has no card left.")),
            ("execution", say.t("as soon as your Execution is 3.")),
        ),
        section(
            say.t("Both at once"),
            ("first", say.t("If both win or both lose, the Active player wins.")),
            ("soul", say.t("If one player wins and loses at once, the Active player says which counts.")),
        ),
        section(
            say.t("Nobody loses"),
            ("heretics", say.t("because the Heretic deck or the Location deck is empty.")),
            ("damned", say.t("because a Damned is in the Pyre, unless an option of the match says so.")),
        ),
    )  # fmt: skip
