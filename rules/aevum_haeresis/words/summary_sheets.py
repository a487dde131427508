"""The rule summaries of this game: how to play, the Round, the player aid, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.words.summary_sheets import Kind, Section, Sheet, section
from rules.kernel.words.translation import N_, Translator


def sheets(say: Translator, _seats: int, options: Mapping[str, Any]) -> list[Sheet]:
    """Return the rule summaries of this game, for these options. They don't depend on the player count."""
    return [
        Sheet(Kind.HOW, _how(say)),
        Sheet(Kind.TURN, _turn(say)),
        Sheet(Kind.AID, _aid(say)),
        # This game has no scoring, so this sheet doesn't have the usual title.
        Sheet(Kind.END, _end(say, options), N_("The end of the game")),
    ]


def _how(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("The aim"),
            ("soul", say.t(
                "Each of you leads one Damned and enlists Heretics. There are three ways to win: 10 souls; "
                "your opponent's Plot deck is empty; your opponent's Execution is 3."
            )),
        ),
        section(
            say.t("Set-up"),
            ("camp", say.t(
                "Each of you has a Damned and a Camp in play, 5 gold and 1 soul, and draws 5 Plot cards and "
                "4 Heretics. You may take a new hand once, with one card fewer from each deck. The Active "
                "player puts the first Location into play."
            )),
        ),
        section(
            say.t("A Round"),
            ("hand", say.t(
                "**Prologue** (not in the first Round). Draw 2 cards from the Heretic deck, then from the "
                "Plot deck until you hold 9; gain your Camp's gold; all characters become Ready."
            )),
            ("heretic", say.t(
                "**Enlistment.** Lay a Story row face down: any cards, in any order. Then both reveal Chapter by"
                " Chapter: pay the cost and the card takes effect, or it goes to the Pyre. Heretics enter play only"
                " here."
            )),
            ("dawn", say.t(
                "**Plot.** Take turns with one action each: a manoeuvre, a Heresy of a card, or Pass. Every "
                "action except Pass moves the time of day on. When both pass in a row, the Plot phase ends."
            )),
            ("discard", say.t("**Epilogue.** You may discard one card. The other player becomes Active.")),
        ),
        section(
            say.t("Manoeuvres"),
            ("recruit", say.t(
                "Choose a team of Ready characters with the manoeuvre's icon; they become Spent. **Recruit** "
                "gives as many souls as the Location shows at this time of day. **Plunder** discards 4 cards "
                "from your opponent's Plot deck, plus as many as the Location shows. **Accusation** raises "
                "your opponent's Execution by 1, at most once a Round."
            )),
            ("swap", say.t(
                "Your opponent may block with characters that have the same icon: a Conflict. Both lay up to "
                "three cards face down and reveal them as in Enlistment; a character from the team plays "
                "each of them. Then count the icons: the initiator wins ties."
            )),
        ),
    )  # fmt: skip


def _turn(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("1. Prologue (not in the first Round)"),
            ("heretics", say.t("Draw 2 cards from the Heretic deck, then from the Plot deck until you hold 9.")),
            ("gold", say.t("Gain gold: your Camp's number, and + and − on your other cards in play.")),
            ("turn", say.t("All characters become Ready; then effects at the start of the Round.")),
        ),
        section(
            say.t("2. Enlistment"),
            ("story", say.t("The Active player lays any number of cards face down, then the Passive player.")),
            ("eye", say.t("Both reveal Chapter by Chapter. The Active player decides first: pay, or the card "
                          "goes to the Pyre.")),
            ("heretic", say.t("A card that is paid for takes effect at once. Heretics enter Ready.")),
        ),
        section(
            say.t("3. Plot: one action each, in turn"),
            ("recruit", say.t("**Manoeuvre:** succeeds if no one blocks; otherwise a Conflict.")),
            ("heresy", say.t("**Heresy:** pay what the card says; each once a Round.")),
            ("hourglass", say.t("**Pass:** the time stays the same. 2 in a row end the phase.")),
            ("dawn", say.t("After any other action the time of day moves on. After Night, a new Location "
             "comes: you take turns putting one into play.")),
        ),
        section(
            say.t("A Conflict"),
            ("story", say.t("Each lays 0 to 3 cards face down, the Active player first.")),
            ("gold", say.t("Chapter by Chapter: reveal, pay or let it go, take effect; the Active player first.")),
            ("swap", say.t("Count the manoeuvre's icons. The initiator wins ties.")),
            ("plot", say.t(
                "Each may draw a card, from either deck. The winner gains 1 gold if one of their team survived."
            )),
            ("turn", say.t("All participants become Spent. A successful initiator gets the Consequence.")),
            numbered=True,
        ),
        section(
            say.t("4. Epilogue"),
            ("discard", say.t("Each may discard one card. Cards and effects that last for the Round end.")),
            ("first", say.t("The Active player becomes Passive, the other Active.")),
        ),
        section(
            say.t("Windows for Deus Ex Machina and Hunters"),
            ("turn", say.t("At the end of the Prologue, Enlistment and Conflict rows; after the Epilogue's discards.")),
            ("eye", say.t("After a Chapter is revealed, and after each payment.")),
            ("heresy", say.t("After a Heresy is paid for, and after its effect.")),
            ("recruit", say.t(
                "After a manoeuvre is announced, a Conflict's Consequence and its time change; after a Pass."
            )),
        ),
    )  # fmt: skip


def _aid(say: Translator) -> tuple[Section, ...]:
    return (
        section(
            say.t("Manoeuvres"),
            ("recruit", say.t("**Recruit:** as many souls as the soul number of the time of day.")),
            ("plunder", say.t(
                "**Plunder:** your opponent discards 4 cards from the Plot deck, plus as many as the soul "
                "number."
            )),
            ("accuse", say.t("**Accusation:** your opponent's Execution rises by 1, at most once a Round.")),
        ),
        section(
            say.t("Cards"),
            ("heretic", say.t("**Heretic:** enters play in Enlistment only.")),
            ("story", say.t("**Story:** for Conflicts whose icon is white on it; needs a caster from your team.")),
            ("event", say.t("**Event:** takes effect at once and normally goes to the Pyre.")),
            ("hunter", say.t("**Hunter:** from hand, in a window; stays at the Location until the Round ends.")),
            ("relic", say.t("**Attachment:** goes onto one of your characters, unless it says otherwise.")),
            ("pyre", say.t("**Pyre:** for discarded cards. **Verge:** for cards in play.")),
        ),
        section(
            say.t("Damage"),
            ("skull", say.t("**Skull:** the caster of the Story deals its Damage to the target.")),
            ("health", say.t("**Health:** this much damage at once sends a Heretic to the Pyre; less does "
                             "nothing.")),
            ("damned", say.t("On a Damned, damage adds up; when it reaches its Health, it goes to the Pyre.")),
        ),
        section(
            say.t("When a card works"),
            ("heresy", say.t("**Heresy:** as a Plot action, once a Round.")),
            ("dem", say.t("**Deus Ex Machina:** in its windows, without an action. The Active player comes first.")),
            ("imr", say.t("**In Medias Res:** when it enters the Verge.")),
            ("status_quo", say.t("**Status Quo:** as long as it's in play.")),
        ),
    )  # fmt: skip


def _end(say: Translator, options: Mapping[str, Any]) -> tuple[Section, ...]:
    at_once, damned_loses = bool(options.get("souls_at_once")), bool(options.get("damned_death_loses"))
    pyre = say.t("because a Damned is in the Pyre, unless the match has that option.")
    if options:
        pyre = say.t("because a Damned is in the Pyre.")
    lost = [("damned", say.t("as soon as your Damned goes to the Pyre."))] if damned_loses else []
    kept = [] if damned_loses else [("damned", pyre)]
    return (
        section(
            say.t("You win"),
            ("soul", say.t("with 10 souls or more, at that moment.") if at_once else say.t(
                "with 10 souls or more: counted at the end of each Plot action, and after each effect outside it."
            )),
            ("success", say.t("when your opponent loses.")),
        ),
        section(
            say.t("You lose"),
            ("plot", say.t("as soon as your Plot deck has no card left.")),
            ("execution", say.t("as soon as your Execution is 3.")),
            *lost,
        ),
        section(
            say.t("Both at once"),
            ("first", say.t("If both win or both lose, the Active player wins.")),
            ("soul", say.t("If one player wins and loses at once, the Active player says which counts.")),
        ),
        section(
            say.t("No one loses"),
            ("heretics", say.t("because the Heretic deck or the Location deck is empty.")),
            *kept,
        ),
    )  # fmt: skip
