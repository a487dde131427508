"""The introduction for newcomers: the game in five lines, and hints during the first Round."""

from __future__ import annotations

from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import Translator


def in_short(say: Translator, _seats: int) -> list[str]:
    """Return the introduction in five lines: the game's theme, how to win, and the course of a Round."""
    return [
        say.t("Two Damned and their Heretics fight over the souls of one Location."),
        say.t("Whoever has 10 souls wins; whoever has no card in the Plot deck, or Execution 3, loses."),
        say.t("Enlistment: both lay cards face down, then reveal them one by one and pay or throw away."),
        say.t("Plot: in turns a manoeuvre, a Heresy or a Pass; two Passes in a row end the Round."),
        say.t(
            "A blocked manoeuvre is a Conflict: whose team shows more of its icon prevails, the initiator when equal."
        ),
    ]


def hint(say: Translator, view: HaeresisView, asked: Prompt) -> str:
    """Return a hint about the question that a newcomer must answer in the first Round; "" if there is none."""
    if view.viewer is None or view.round > 1:
        return ""
    match asked.key:
        case "draft" if asked.args["number"] == 1:
            return say.t("The menu takes several cards at once; `/hand` shows the cards whole.")
        case "build":
            return say.t(
                "The menu exchanges single cards; **{button}** changes many at once.", button=say.t("Edit as a list")
            )
        case "active":
            return say.t("Somebody must begin; in the next Round the other is Active.")
        case "location" if not asked.args["planned"]:
            return say.t("A Recruit gives the soul number of the time of day; it is Morning first.")
        case "mulligan":
            return say.t("Keep a hand with two or three Heretics that cost 1 to 3 gold.")
        case "row" if not view.manoeuvre and not asked.args["row"]:
            return say.t("Your first Enlistment: lay the Heretics first that you can pay for with 5 gold.")
        # The first actions happen at Morning and Noon, because every action except Pass advances the time.
        case "act" if view.time < 2:
            return say.t("Your first Plot phase: a manoeuvre needs a Ready character; unblocked, it succeeds.")
        case "team" if view.manoeuvre:
            return say.t("Those who join become Spent; keep somebody Ready to block later.")
        case "window" if not view.affordable:
            return say.t(
                "Windows need not ask you: under **{more}**, **{button}** and **{group}** close them for you, as long"
                " as you say.",
                more=say.t("More…"), button=say.t("Answer for me"), group=say.t("Let windows go by"),
            )  # fmt: skip
        case _:
            return ""
