"""Assassinations (section 21.1 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board import agents
from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.piece_placement import has_ongoing, trigger_end, trigger_occasion
from rules.dark_providence.content import ops
from rules.dark_providence.effects.assassination_checks import (
    SAFE_BELOW,
    is_lead_vulnerable,
    missing_force,
    possible_strikes,
    unmask_cultist,
)
from rules.dark_providence.effects.icon_payment import can_pay, cards_played, icon_count_in_hand
from rules.dark_providence.effects.refusals import Reason, possible_actors, refuse_actor
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Strike
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import PayStep, StrikeStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import card_name
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def refuse_strike(match: Providence, seat: int, card: str, op: ops.Assassinate) -> IllegalAction:
    """Return why a card's assassination has no legal victim in any city."""
    state = match.state
    own = possible_actors(match, seat, card, op.any_agent)
    if not own:
        return IllegalAction("That card's agent isn't on the map.", rule="DP-ASSASSINATE.3")
    refusals: list[IllegalAction] = []
    for city in {state.agents[agent].city: None for agent in own}:
        for agent, piece in state.agents.items():
            if piece.city == city and agents.owner_of(state, agent) != seat:
                refusals.append(
                    _refuse_victim(match, seat, agent, op.returned) or _refuse_too_little_force(match, seat, city, card)
                )
    return (
        refusals[0]
        if refusals
        else IllegalAction(
            "There's no other player's agent in your agent's city; travel first.", rule="DP-ASSASSINATE.1"
        )
    )


def _refuse_victim(match: Providence, seat: int, agent: str, returned: bool) -> Reason:
    """Return why this seat can't assassinate an agent; None if it can."""
    state = match.state
    if agents.owner_of(state, agent) == seat:
        return IllegalAction("That is your own agent.", rule="DP-ASSASSINATE.30")
    if agents.gift_of(match, agent) == "unkillable":
        return IllegalAction("That agent can never be assassinated.", rule="DP-ASSASSINATE.28")
    if state.agents[agent].returned and not (returned or has_ongoing(match, seat, "hunter")):
        return IllegalAction(
            "That agent has returned, and returned agents can't be assassinated.", rule="DP-ASSASSINATE.2"
        )
    if agents.is_lead(match, agent) and not is_lead_vulnerable(match, agent):
        return _refuse_lead(match, agent)
    return None


def _refuse_lead(match: Providence, agent: str) -> IllegalAction:
    """Return why a lead agent or a cultist can't be assassinated now. All reasons are public facts."""
    state = match.state
    if agents.is_cultist(agent):
        if agents.cultist_side(state, agent).revealed:
            return IllegalAction("That cultist is already revealed and can't be assassinated again.", rule="DP-SOLO.39")
        return IllegalAction(
            "Cultists are safe while the Great Old One has fewer than {n} VP.", rule="DP-SOLO.39", n=SAFE_BELOW
        )
    player = state.players[agents.owner_of(state, agent)]
    if player.revealed and player.allegiance == "cultist":
        return IllegalAction("That player is a revealed cultist: the lead agent is safe.", rule="DP-ASSASSINATE.20")
    if player.vp < SAFE_BELOW:
        return IllegalAction(
            "A lead agent is safe while the player has fewer than {n} VP.", rule="DP-ASSASSINATE.19", n=SAFE_BELOW
        )
    return IllegalAction(
        "That lead agent is protected by the player's other agents; they must go first.", rule="DP-ASSASSINATE.18"
    )


def _refuse_too_little_force(match: Providence, seat: int, city: str, card: str) -> IllegalAction:
    need, hand = missing_force(match, seat, city), icon_count_in_hand(match, seat, "force", card)
    return IllegalAction(
        "You need {need} more Force from cards there, and the rest of your hand has {hand}.",
        rule="DP-ASSASSINATE.5",
        need=max(0, need),
        hand=hand,
    )


@PROVIDENCE.step(StrikeStep, asks=["strike"], accepts=[Strike])
class StrikeRules(StepRules[Providence, StrikeStep]):
    """The choice of victim and killer. Then the missing FORCE is paid, and the victim dies (DP-HC.90)."""

    rules = ("DP-ASSASSINATE.1", "DP-ASSASSINATE.4", "DP-ASSASSINATE.5")

    def advance(self, match: Providence, step: StrikeStep) -> bool:
        if not step.victim:
            return False
        city = match.state.agents[step.victim].city
        need = missing_force(match, step.seat, city)
        if need > 0 and not step.paid:
            step.paid = True
            match.push(
                PayStep(
                    step.seat,
                    "assassinate",
                    "force",
                    most=need,
                    exact=True,
                    given=agents.force_in(match, step.seat, city),
                )
            )
            return True
        match.finish(step)
        self._strike(match, step, city)
        return True

    def decisions(self, match: Providence, step: StrikeStep) -> dict[int, Decision]:
        return {step.seat: decide("strike", possible_strikes(match, step), card=step.card)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        return say.t("{card}: choose the victim and the agent who acts.", card=card_name(say, str(asked.args["card"])))

    def why_not(self, match: Providence, step: StrikeStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Strike):
            return None
        state = match.state
        if action.victim not in state.agents or action.actor not in state.agents:
            return IllegalAction("That agent is not on the map.", rule="DP-ASSASSINATE.1")
        city = state.agents[action.victim].city
        only = "" if step.any_agent else step.card
        found = _refuse_victim(match, seat, action.victim, step.returned) or refuse_actor(
            match, seat, action.actor, city, only, "DP-ASSASSINATE.4"
        )
        if found:
            return found
        if not can_pay(match, seat, "force", missing_force(match, seat, city), step.card):
            return _refuse_too_little_force(match, seat, city, step.card)
        return IllegalAction("Deep Ones in a city are all the same; choose the one offered.")

    def take(self, match: Providence, step: StrikeStep, seat: int, action: Action) -> None:
        assert isinstance(action, Strike)
        step.victim, step.actor = action.victim, action.actor

    def _strike(self, match: Providence, step: StrikeStep, city: str) -> None:
        state = match.state
        victim, owner = step.victim, agents.owner_of(state, step.victim)
        cards = cards_played(match, "force")
        match.emit(EVERYONE, events.Assassinated(step.seat, step.actor, victim, owner, city, cards))
        if agents.is_lead(match, victim) and not agents.is_cultist(victim) and self._survives(match, owner, victim):
            match.emit(EVERYONE, events.LeadSpared(owner, victim))
            return
        trigger_occasion(match, step.seat, "killed")
        if agents.is_cultist(victim):
            unmask_cultist(match, owner)
        else:
            agents.kill_agent(match, state.players[step.seat].crypt, victim)

    def _survives(self, match: Providence, owner: int, lead: str) -> bool:
        """Reveal the allegiance of the victim's player; return whether this saves the lead agent.

        A cultist's lead agent survives. The death of any other lead agent ends the game (DP-ASSASSINATE.22 to 25).
        """
        reveal_card(match, owner, "assassination")
        if match.state.players[owner].allegiance == "cultist":
            return True
        trigger_end(match, owner, "assassination")
        return False

    def is_sound(self, match: Providence, step: StrikeStep) -> bool:
        named = all(name in ("", *match.state.agents) for name in (step.victim, step.actor))
        return match.content.has_card(step.card) and named
