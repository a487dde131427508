"""The introduction for newcomers: the game in five lines, and hints during the first Round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import Translator


def in_short(say: Translator, _seats: int, _options: Mapping[str, Any]) -> list[str]:
    """Return the introduction in five lines: the game's theme, how to win, and the course of a Round."""
    return [
        say.t("Two Damned and their Heretics fight over the souls of one Location."),
        say.t("10 souls win. You lose with an empty Plot deck or at Execution 3."),
        say.t(
            "Enlistment: both lay cards face down, then reveal them one by one: pay for each, or it goes to the Pyre."
        ),
        say.t("Plot: take turns with a manoeuvre, a Heresy or a Pass; two Passes in a row end the Round."),
        say.t("A blocked manoeuvre is a Conflict: the team with more of its icon wins, the initiator on a tie."),
    ]


def hint(say: Translator, view: HaeresisView, asked: Prompt) -> str:
    """Return a hint about the question that a newcomer must answer in the first Round; "" if there is none."""
    if view.viewer is None or view.round > 1:
        return ""
    match asked.key:
        case "draft" if asked.args["number"] == 1:
            return say.t("You can pick several cards at once in the menu; `/hand` shows the full cards.")
        case "build":
            return say.t(
                "The menu swaps single cards; **{button}** changes many at once.", button=say.t("Edit as a list")
            )
        case "active":
            return say.t("Someone has to start; next Round the other player is Active.")
        case "location" if not asked.args["planned"]:
            return say.t("A Recruit gives as many souls as the soul number of the time of day; it starts at Morning.")
        case "mulligan":
            return say.t("Keep a hand with two or three Heretics that cost 1 to 3 gold.")
        case "row" if not view.manoeuvre and not asked.args["row"]:
            return say.t("Your first Enlistment: start with the Heretics that you can pay for with 5 gold.")
        # The first actions happen at Morning and Noon, because every action except Pass advances the time.
        case "act" if view.time < 2:
            return say.t("Your first Plot phase: a manoeuvre needs a Ready character; unblocked, it succeeds.")
        case "team" if view.manoeuvre:
            return say.t("Team members become Spent; keep someone Ready to block later.")
        case "window" if not view.affordable:
            return say.t(
                "I don't have to ask at every window: **{more}**, **{button}**, then **{group}** skips them "
                "for as long as you say.",
                more=say.t("More…"), button=say.t("Answer for me"), group=say.t("Let windows go by"),
            )  # fmt: skip
        case _:
            return ""
