"""Opening and closing gates (section 21.2 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import arcane_in, is_lead, lose_agent
from rules.dark_providence.board.piece_placement import trigger_occasion
from rules.dark_providence.board.sanity import sanity_test
from rules.dark_providence.content import ops
from rules.dark_providence.effects.gate_actions import missing_arcane, possible_gate_actions, set_gate
from rules.dark_providence.effects.icon_payment import can_pay, cards_played, icon_count_in_hand
from rules.dark_providence.effects.refusals import Reason, possible_actors, refuse_actor
from rules.dark_providence.state.actions import WorkGate
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import GateStep, PayStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.board import sanity_text
from rules.dark_providence.words.names import card_name
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def refuse_gate(match: Providence, seat: int, card: str, op: ops.Gate) -> IllegalAction:
    """Return why a card can't open or close a gate in any city."""
    state = match.state
    if not state.players[seat].controls:
        return IllegalAction("You have no control marker left for a gate.", rule="DP-LIMIT.5")
    own = possible_actors(match, seat, card, op.any_agent)
    if not own:
        return IllegalAction("That card's agent isn't on the map.", rule="DP-GATE.3")
    cities = dict.fromkeys(state.agents[agent].city for agent in own)
    dormant = [city for city in cities if not state.places[city].gate]
    if not dormant:
        return IllegalAction(
            "The gate in your agent's city is already open or closed; travel to a dormant one.", rule="DP-GATE.2"
        )
    return _refuse_too_little_arcane(
        match, seat, min(dormant, key=lambda city: missing_arcane(match, seat, city)), card
    )


def _refuse_too_little_arcane(match: Providence, seat: int, city: str, card: str) -> IllegalAction:
    need, hand = missing_arcane(match, seat, city), icon_count_in_hand(match, seat, "arcane", card)
    return IllegalAction(
        "You need {need} more Arcane from cards there, and the rest of your hand has {hand}.",
        rule="DP-GATE.4",
        need=max(0, need),
        hand=hand,
    )


@PROVIDENCE.step(GateStep, asks=["gate"], accepts=[WorkGate])
class GateRules(StepRules[Providence, GateStep]):
    """The choice of city, face and acting agent. Then ARCANE is paid and the gate marker is placed (DP-GATE.18)."""

    rules = ("DP-GATE.1", "DP-GATE.2", "DP-GATE.3", "DP-GATE.4", "DP-GATE.18")

    def advance(self, match: Providence, step: GateStep) -> bool:
        if not step.city:
            return False
        need = missing_arcane(match, step.seat, step.city)
        if need > 0 and not step.paid:
            step.paid = True
            match.push(
                PayStep(
                    step.seat, "gate", "arcane", most=need, exact=True, given=arcane_in(match, step.seat, step.city)
                )
            )
            return True
        match.finish(step)
        set_gate(match, step.seat, step.city, step.face, step.actor, cards_played(match, "arcane"))
        mad = sanity_test(match, step.seat)
        # MADNESS destroys the acting agent, unless it is a lead agent (DP-GATE.13, GATE.14, GATE.20).
        if mad and not is_lead(match, step.actor):
            lose_agent(match, step.actor)
        trigger_occasion(match, step.seat, "opened" if step.face == "open" else "closed")
        return True

    def decisions(self, match: Providence, step: GateStep) -> dict[int, Decision]:
        return {step.seat: decide("gate", possible_gate_actions(match, step), card=step.card)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        asks = say.t("{card}: which gate, and with which agent?", card=card_name(say, str(asked.args["card"])))
        return f"{asks} {sanity_text(say, view)}"

    def why_not(self, match: Providence, step: GateStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, WorkGate):
            return None
        state = match.state
        if action.city not in state.places:
            return IllegalAction("There is no such city on the map.", rule="DP-BOARD.1")
        if action.actor not in state.agents:
            return IllegalAction("That agent is not on the map.", rule="DP-GATE.1")
        if action.face not in ("open", "close"):
            return IllegalAction("A gate can be opened or closed, nothing else.", rule="DP-BOARD.6")
        if step.face not in ("either", action.face):
            return IllegalAction("That card does the opposite with a gate; read it with /card.", rule="DP-GATE.3")
        if state.places[action.city].gate:
            return IllegalAction("That gate is already open or closed and stays that way.", rule="DP-GATE.22")
        found = refuse_actor(match, seat, action.actor, action.city, "" if step.any_agent else step.card, "DP-GATE.3")
        if found:
            return found
        if not can_pay(match, seat, "arcane", missing_arcane(match, seat, action.city), step.card):
            return _refuse_too_little_arcane(match, seat, action.city, step.card)
        return IllegalAction("Deep Ones in a city are all the same; choose the one offered.")

    def take(self, match: Providence, step: GateStep, seat: int, action: Action) -> None:
        assert isinstance(action, WorkGate)
        step.city, step.actor = action.city, action.actor
        step.face = "open" if action.face == "open" else "close"

    def is_sound(self, match: Providence, step: GateStep) -> bool:
        placed = step.city in ("", *match.content.cities) and step.actor in ("", *match.state.agents)
        return match.content.has_card(step.card) and placed
