"""Assassinations (section 21.1 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import (
    force_in,
    is_cultist,
    is_lead,
    kill_agent,
    owner_of,
)
from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.board import call_end
from rules.dark_providence.effects.assassination import missing, strikes, unmask_cultist
from rules.dark_providence.effects.paying import played
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Strike
from rules.dark_providence.state.order_of_play import PROVIDENCE
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import PayStep, StrikeStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.steps import StepRules


@PROVIDENCE.step(StrikeStep)
class StrikeRules(StepRules[Providence, StrikeStep]):
    """Victim and acting agent are named, the missing FORCE is played, then the deed is done (DP-HC.90)."""

    def advance(self, match: Providence, step: StrikeStep) -> bool:
        if not step.victim:
            return False
        city = match.state.agents[step.victim].city
        need = missing(match, step.seat, city)
        if need > 0 and not step.paid:
            step.paid = True
            match.push(
                PayStep(
                    step.seat, "assassinate", "force", most=need, exact=True, given=force_in(match, step.seat, city)
                )
            )
            return True
        match.finish(step)
        self._strike(match, step, city)
        return True

    def decisions(self, match: Providence, step: StrikeStep) -> dict[int, Decision]:
        return {step.seat: decide("strike", strikes(match, step), card=step.card)}

    def take(self, match: Providence, step: StrikeStep, seat: int, action: Action) -> None:
        assert isinstance(action, Strike)
        step.victim, step.actor = action.victim, action.actor

    def _strike(self, match: Providence, step: StrikeStep, city: str) -> None:
        state = match.state
        victim, owner = step.victim, owner_of(state, step.victim)
        cards = played(match, "force")
        match.emit(EVERYONE, events.Assassinated(step.seat, step.actor, victim, owner, city, cards))
        if is_cultist(victim):
            unmask_cultist(match, owner)
        elif is_lead(match, victim) and self._spared(match, owner, victim):
            match.emit(EVERYONE, events.LeadSpared(owner, victim))
        else:
            kill_agent(match, state.players[step.seat].crypt, victim)

    def _spared(self, match: Providence, owner: int, lead: str) -> bool:
        """Reveal the victim's player: a cultist goes on, any other death ends the game (DP-ASSASSINATE.22 to 25)."""
        reveal_card(match, owner, "assassination")
        if match.state.players[owner].allegiance == "cultist":
            return True
        call_end(match, owner, "assassination")
        return False
