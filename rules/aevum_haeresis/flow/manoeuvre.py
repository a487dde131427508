"""Manoeuvres: the teams, the block, and the outcome if no one blocks (sections 16 and 33.4)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import controlled, eligible, manoeuvre
from rules.aevum_haeresis.board.cards_in_play import set_ready
from rules.aevum_haeresis.board.manoeuvres import barred, consequence, fail, succeed
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.flow.location import plan_location
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Done, Join
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import TeamStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import MANOEUVRES, placed_name, sentences
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator


def plan(match: Haeresis, step: Sequence) -> None:
    """Ask the initiator for a secret team at the announcement, so that the rival has to wait only once (AH-PBP.9)."""
    plan_location(match, step.seat)
    if match.state.options.plan_ahead:
        match.push(TeamStep(step.seat, False, planned=True))


def team(match: Haeresis, step: Sequence) -> str | None:
    """Ask the initiator for a team; without eligible characters, the manoeuvre fails (AH-MAN.7, MAN.20).

    A team planned at the announcement is used if no one has reacted in the window since then (AH-PBP.9).
    """
    man = manoeuvre(match)
    candidates = eligible(match, step.seat, man.type)
    planned, man.plan = man.plan, []
    if not candidates:
        fail(match)
        return "action_end"
    if planned and not any(match.state.tally.reacted) and set(planned) <= set(candidates):
        man.teams[step.seat] = planned
        _announce_team(match, step.seat, False)
        return None
    match.push(TeamStep(step.seat, False))
    return None


def _announce_team(match: Haeresis, seat: int, blocking: bool) -> None:
    """Announce the members of a team, and trigger abilities for each of them."""
    team = manoeuvre(match).teams[seat]
    match.emit(EVERYONE, events.TeamChosen(seat, blocking, tuple(team)))
    for card in team:
        queue_triggered(match, "joined", seat, card, word="blocker" if blocking else "initiator")


def chosen(man: CurrentManoeuvre, step: TeamStep) -> list[str]:
    """Return the characters that have been chosen so far for the team of this step."""
    return man.plan if step.planned else man.teams[step.seat]


def block(match: Haeresis, step: Sequence) -> None:
    """Ask the other player for a team of blockers (AH-MAN.12)."""
    match.push(TeamStep(1 - step.seat, True))


@HAERESIS.step(TeamStep, asks=["team"], accepts=[Join, Done])
class TeamRules(Rules[TeamStep]):
    """Lets a player choose a team, one character at a time (AH-MAN.7, MAN.12)."""

    not_now = N_("You don't choose a team now.")
    not_now_rule = "AH-MAN.7"

    def go_on(self, match: Haeresis, step: TeamStep) -> bool:
        if self._free(match, step):
            return False
        self._done(match, step)
        return True

    def is_sound(self, match: Haeresis, step: TeamStep) -> bool:
        return match.state.man is not None

    def _free(self, match: Haeresis, step: TeamStep) -> list[str]:
        man = manoeuvre(match)
        return [card for card in eligible(match, step.seat, man.type) if card not in chosen(man, step)]

    def decisions(self, match: Haeresis, step: TeamStep) -> dict[int, Decision]:
        man = manoeuvre(match)
        offers: list[Action] = [Join(card) for card in self._free(match, step)]
        if step.blocking or chosen(man, step):
            offers.append(Done())
        team = tuple(chosen(man, step))
        return {step.seat: decide("team", offers, blocking=step.blocking, manoeuvre=man.type, team=team)}

    def take(self, match: Haeresis, step: TeamStep, seat: int, action: Action) -> None:
        man = manoeuvre(match)
        if isinstance(action, Join):
            chosen(man, step).append(action.card)
        else:
            self._done(match, step)

    def _done(self, match: Haeresis, step: TeamStep) -> None:
        match.finish(step)
        if not step.planned:
            _announce_team(match, step.seat, step.blocking)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        man = view.manoeuvre
        assert man is not None
        name = say.t(MANOEUVRES[man.type])
        own = [placed_name(say, view, card) for card in asked.args["team"]]
        so_far = say.t("So far: {cards}.", cards=", ".join(own)) if own else ""
        if not asked.args["blocking"]:
            return sentences([say.t("{manoeuvre}: who is in your team?", manoeuvre=name), so_far])
        line = say.t(
            "{manoeuvre} by {player} with {cards}; icons: {n}. Who blocks?",
            player=say.seat(man.initiator), manoeuvre=name, n=man.icons[man.initiator],
            cards=", ".join(placed_name(say, view, card) for card in man.teams[man.initiator]),
        )  # fmt: skip
        return sentences([line, so_far])

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        if asked.args["blocking"]:
            return ("AH-MAN.12", "AH-MAN.13", "AH-MAN.8")
        return ("AH-MAN.7", "AH-MAN.8", "AH-MAN.9")

    def why_not(self, match: Haeresis, step: TeamStep, seat: int, action: Action) -> Reason:
        match action:
            case Done():
                return IllegalAction("Your team needs at least one character.", rule="AH-MAN.7")
            case Join():
                return _not_joining(match, step, seat, action.card)
            case _:
                return None


def _not_joining(match: Haeresis, step: TeamStep, seat: int, card: str) -> IllegalAction:
    state, man = match.state, manoeuvre(match)
    placed = state.cards.get(card)
    if placed is None:
        return IllegalAction("That card is not in play.", rule="AH-MAN.8")
    if placed.controller != seat:
        return IllegalAction("You don't control that card.", rule="AH-MAN.8")
    if card not in controlled(match, seat):
        return IllegalAction("Only your Damned and your Heretics can be in a team.", rule="AH-GEN.14")
    if card in chosen(man, step):
        return IllegalAction("That character is already in your team.", rule="AH-MAN.7")
    if not placed.ready:
        return IllegalAction("That character is Spent and can't take part.", rule="AH-READY.3")
    return IllegalAction("That character has no icon of this manoeuvre.", rule="AH-MAN.8")


# -- opposed and unopposed manoeuvres -----------------------------------------------------------------------------


def opposed(match: Haeresis, step: Sequence) -> str | None:
    """Start a Conflict if there are blockers; otherwise continue with an unopposed manoeuvre (AH-MAN.13, MAN.14)."""
    man = manoeuvre(match)
    if not man.teams[1 - step.seat]:
        return None
    man.blocked = True
    match.push(Sequence("conflict", seat=step.seat))
    return "action_end"


def unopposed(match: Haeresis, step: Sequence) -> None:
    """Turn the team of an unopposed manoeuvre Spent and apply the Consequence (AH-MAN.15, MAN.16, MAN.21)."""
    man = manoeuvre(match)
    for card in list(man.teams[step.seat]):
        set_ready(match, card, False, usual=True)
    if barred(match):
        fail(match)
    else:
        succeed(match, step.seat)
        consequence(match)


def after_conflict(match: Haeresis, _step: Sequence) -> None:
    """Open a window if there was a Conflict; time has already advanced (AH-CONFLICT.31)."""
    man, match.state.man = match.state.man, None
    if man is not None and man.blocked:
        open_window(match, "conflict_time_advanced")
