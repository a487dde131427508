"""The way in for newcomers: the game in five lines, how to play, the player aid, and hints of the first Round."""

from __future__ import annotations

from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import Say


def in_short(say: Say, _seats: int) -> list[str]:
    """Return what the game is about, how one wins, and what a turn is."""
    return [
        say.t("Two Damned and their Heretics fight over the souls of one Location."),
        say.t("Whoever has 10 souls wins; whoever has no card in the Plot deck, or Execution 3, loses."),
        say.t("Enlistment: both lay cards face down, then reveal them one by one and pay or throw away."),
        say.t("Plot: in turns a manoeuvre, a Heresy or a Pass; two Passes in a row end the Round."),
        say.t(
            "A blocked manoeuvre is a Conflict: whose team shows more of its icon prevails, the initiator when equal."
        ),
    ]


def how_to_play(say: Say, _seats: int) -> list[str]:
    """Return the game in plain words, page by page."""
    aim = [
        f"### {say.t('The aim')}",
        say.t(
            "Each of you leads one Damned and enlists Heretics. There are three ways to win: 10 souls; the rival's Plot"
            " deck is empty; the rival's Execution is 3."
        ),
        f"### {say.t('A Round')}",
        say.t(
            "**Prologue** (not in the first Round). Draw 2 cards of the Heretic deck, then of the Plot deck up to"
            " 9; take gold for your Camp; all characters become Ready."
        ),
        say.t(
            "**Enlistment.** Lay a Story row face down: any cards, in any order. Then both reveal Chapter by"
            " Chapter: pay the cost and the card takes effect, or it goes to the Pyre. Heretics enter play only"
            " here."
        ),
        say.t(
            "**Plot.** By turns, one action each: a manoeuvre, a Heresy of a card, or Pass. Each but Pass moves"
            " the time of day. When both pass in a row, the Round ends."
        ),
        say.t("**Epilogue.** You may discard one card. The other player becomes Active."),
    ]
    rest = [
        f"### {say.t('Manoeuvres')}",
        say.t(
            "Choose a team of Ready characters with the manoeuvre's icon; they become Spent. **Recruit** gives"
            " souls, as many as the Location says at this time of day. **Plunder** burns 4 cards of the rival's"
            " Plot deck and as many more as the Location says. **Accusation** raises the rival's Execution, once a"
            " Round."
        ),
        say.t(
            "The rival may block with characters of the same icon: a Conflict. Both lay up to three cards face down and"
            " reveal them as in Enlistment; each is played by a character of the team. Then the icons are counted."
        ),
        f"### {say.t('A few terms')}",
        say.t(
            "**Verge:** where cards in play lie. **Pyre:** where discarded cards lie. **Chapter:** one place of a"
            " row. **Deus Ex Machina:** a card or ability for a window, a moment in which both may react; your"
            " standing orders answer for you where you don't care. **Hunter:** played only in a window. **Spent:**"
            " turned, can't act."
        ),
    ]
    return ["\n".join(aim), "\n".join(rest)]


def player_aid(say: Say, _seats: int) -> str:
    """Return the order of a Round and what the icons are for."""
    lines = [
        f"### {say.t('A Round')}",
        say.t("1. Prologue: draw, gold, all Ready."),
        say.t("2. Enlistment: lay a row; reveal; pay, or to the Pyre."),
        say.t("3. Plot: manoeuvre, Heresy or Pass, by turns, until both pass."),
        say.t("4. Epilogue: discard one card if you like; the Active player changes."),
        f"### {say.t('Icons')}",
        say.t("**Recruit, Plunder, Accusation:** what a character can join, start and block, and its weight there."),
        say.t("**Gold:** what a card costs, or adds to your income. **Soul:** souls gained or paid."),
        say.t(
            "**Health:** damage in one blow that burns a Heretic; a Damned collects it. **Skull:** the card's Damage."
        ),
        say.t("**Soul number:** what a Recruit gives now, and how much a Plunder adds."),
    ]
    return "\n".join(lines)


def hint(say: Say, view: HaeresisView, asked: Prompt) -> str:
    """Return what a newcomer should know at the first turn of a phase, or ""."""
    if view.viewer is None or view.round > 1:
        return ""
    match asked.key:
        case "active":
            return say.t("Somebody must begin; in the next Round the other is Active.")
        case "location" if not asked.args["planned"]:
            return say.t("A Recruit gives the soul number of the time of day; it is Morning first.")
        case "mulligan":
            return say.t("Keep a hand with two or three Heretics that cost 1 to 3 gold.")
        case "row" if not view.manoeuvre:
            return say.t("Your first Enlistment: lay the Heretics first that you can pay for with 5 gold.")
        # Each action but Pass moves the time of day: the first turns are at Morning and Noon.
        case "act" if view.time < 2:
            return say.t("Your first Plot phase: start a manoeuvre with a Ready character; unblocked, it succeeds.")
        case "team" if view.manoeuvre:
            return say.t("Those who join become Spent; keep somebody Ready to block later.")
        case _:
            return ""
