"""The cultists' instructions on control cards, executed one by one (sections 31.5 to 31.11 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board import agents
from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.piece_placement import gain_vp, is_sealed, markers_on, place_markers
from rules.dark_providence.board.routes import forbidden_cities
from rules.dark_providence.content.effects import AcquireOrder, EffectOrder, GateOrder, KillOrder, PlaceOrder
from rules.dark_providence.content.records import Cultist
from rules.dark_providence.content.shared_field_types import Kind
from rules.dark_providence.effects.assassination_checks import SAFE_BELOW
from rules.dark_providence.effects.gate_actions import set_gate
from rules.dark_providence.solo.cultist_acquiring import acquire
from rules.dark_providence.solo.cultist_effects import carry_out
from rules.dark_providence.solo.old_one import check_goal, is_cultist_of, old_one_test, out_of_markers, side
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Choose
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import OrderStep, VictimStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import cultist_name
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def card_of(match: Providence, who: int) -> Cultist:
    """Return a cultist's card in the pack."""
    return match.content.cultists[side(match).cultists[who - 1].card]


def city_of(match: Providence, who: int) -> str:
    """Return the city where a cultist is."""
    return match.state.agents[agents.cultist_id(who)].city


def route_from(match: Providence, city: str) -> list[str]:
    """Return the cities in route order from this city on; the portal joins the route's ends (DP-SOLO.50, SOLO.51)."""
    route = match.content.board.route
    start = route.index(city)
    return [*route[start:], *route[:start]]


def travel(match: Providence, who: int, cities: int = 1) -> None:
    """Move a cultist this many cities along the route, skipping forbidden cities (DP-SOLO.111 to 113)."""
    closed = forbidden_cities(match.state)
    for _ in range(cities):
        ahead = [city for city in route_from(match, city_of(match, who))[1:] if city not in closed]
        if ahead:
            agents.move_agent(match, agents.cultist_id(who), ahead[0])


def fail(match: Providence, who: int, order: str) -> None:
    """Report that an instruction is impossible, and move the cultist along the route instead (DP-SOLO.57)."""
    match.emit(EVERYONE, events.CultistFailed(who, order))
    travel(match, who)


def place(match: Providence, who: int, target: str, count: int) -> bool:
    """Place up to `count` markers on a target; return False if the cultist's supply was empty.

    A cultist with an empty supply takes all markers back from Limbo, and the instruction fails (DP-SOLO.40, SOLO.41).
    """
    if out_of_markers(match, who):
        return False
    place_markers(match, who, target, count)
    return True


def _target(match: Providence, who: int, at: Kind) -> str:
    """Return the target where a cultist must place influence; "" if there is none (DP-SOLO.59 to 67)."""
    state = match.state
    here = state.places[city_of(match, who)]
    if at == "mythos":
        return _row_target(match, who)
    target = city_of(match, who) if at == "city" else (here.stack[0] if here.stack else "")
    if (at == "city" and here.controller > 0) or not target or is_sealed(state, target):
        return ""
    return target


def _row_target(match: Providence, who: int) -> str:
    """Return the mythos card in the row where a cultist places influence (DP-SOLO.63 to 67).

    The leftmost card without any cultist's markers is chosen. If there is none, it is the leftmost card without this
    cultist's markers, and otherwise the leftmost card of the row.
    """
    row = match.state.row
    marks = {card: markers_on(match.state, card) for card in row}
    for wanted in (
        [card for card in row if not (marks[card][1] or marks[card][2])],
        [card for card in row if not marks[card][who]],
        row,
    ):
        if wanted:
            return wanted[0]
    return ""


def _place(match: Providence, who: int, order: PlaceOrder) -> bool:
    target = _target(match, who, order.at)
    return bool(target) and place(match, who, target, order.influence + card_of(match, who).influence)


# -- assassination and gates ----------------------------------------------------------------------------------


def _strength(match: Providence, who: int, what: str) -> int:
    """Return the total FORCE or ARCANE of a cultist's card and of all cultists in its city (DP-SOLO.102, SOLO.108)."""
    here = [agent for agent in agents.agents_in(match.state, city_of(match, who)) if agents.is_cultist(agent)]
    return getattr(card_of(match, who), what) + sum(getattr(agents.side_of(match, agent), what) for agent in here)


def victims(match: Providence, who: int) -> list[str]:
    """Return the player's agents that a cultist may assassinate (DP-SOLO.99 to 104, DP-HC.79)."""
    state = match.state
    if state.players[0].vp < SAFE_BELOW:
        return []
    own = agents.agents_of(state, 0)
    here = [agent for agent in own if state.agents[agent].city == city_of(match, who)]
    if len(own) > 1:
        here = [agent for agent in here if not agents.is_lead(match, agent)]
    deep_ones = [agent for agent in here if agents.is_deep_one(agent)][:1]
    return [
        agent
        for agent in here
        if not state.agents[agent].returned
        and agents.gift_of(match, agent) != "unkillable"
        and not agents.is_deep_one(agent)
    ] + deep_ones


def _assassinate(match: Providence, who: int, order: KillOrder) -> bool:
    need = match.content.cities[city_of(match, who)].control
    found = victims(match, who)
    if not found or order.force + _strength(match, who, "force") < need:
        return False
    match.push(VictimStep(0, who, found))
    return True


def kill(match: Providence, who: int, victim: str) -> None:
    """Kill an agent for 1 VP; its marker goes to the crypt. A lead agent's death ends the game (DP-SOLO.105 to 107)."""
    city = match.state.agents[victim].city
    match.emit(EVERYONE, events.Assassinated(-1, agents.cultist_id(who), victim, 0, city, ()))
    lead = agents.is_lead(match, victim)
    gain_vp(match, who, 1)
    agents.kill_agent(match, side(match).crypt, victim)
    if lead:
        reveal_card(match, 0, "assassination")
        side(match).ending.append("assassination")


def open_gate(match: Providence, who: int, arcane: int) -> bool:
    """Open the gate in a cultist's city if there is enough ARCANE, and score the gate's VP (DP-SOLO.108 to 110)."""
    city = city_of(match, who)
    need = match.content.cities[city].gate
    if match.state.places[city].gate or arcane + _strength(match, who, "arcane") < need:
        return False
    if not side(match).cultists[who - 1].controls:
        return False
    set_gate(match, who, city, "open", agents.cultist_id(who), ())
    gain_vp(match, who, need)
    old_one_test(match)
    return True


# -- steps ----------------------------------------------------------------------------------------------------


@PROVIDENCE.step(OrderStep)
class OrderRules(StepRules[Providence, OrderStep]):
    """A cultist's instruction. If the instruction fails, the cultist travels instead (DP-SOLO.57, SOLO.58)."""

    def advance(self, match: Providence, step: OrderStep) -> bool:
        match.finish(step)
        who, order = step.who, step.order
        match.emit(EVERYONE, events.CultistActs(who, order_name(order), city_of(match, who)))
        if not self._carry_out(match, who, order):
            fail(match, who, order_name(order))
        elif isinstance(order, EffectOrder):
            # After a successful effect the cultist also travels (DP-SOLO.114, SOLO.116).
            travel(match, who)
        check_goal(match)
        return True

    def _carry_out(
        self, match: Providence, who: int, order: PlaceOrder | AcquireOrder | KillOrder | GateOrder | EffectOrder
    ) -> bool:
        match order:
            case PlaceOrder():
                return _place(match, who, order)
            case AcquireOrder():
                return acquire(match, who, order.at, route_from(match, city_of(match, who)))
            case KillOrder():
                return _assassinate(match, who, order)
            case GateOrder():
                return open_gate(match, who, order.arcane)
            case EffectOrder():
                effect = match.content.old_ones[side(match).card].effects[who - 1]
                return carry_out(match, who, effect, route_from(match, city_of(match, who)))

    def is_sound(self, match: Providence, step: OrderStep) -> bool:
        return is_cultist_of(match, step.who)


def order_name(order: PlaceOrder | AcquireOrder | KillOrder | GateOrder | EffectOrder) -> str:
    """Return the name that events use for an instruction: its kind, and for placing and acquiring the target's kind."""
    return f"{order.do}_{order.at}" if isinstance(order, PlaceOrder | AcquireOrder) else order.do


@PROVIDENCE.step(VictimStep, asks=["victim"], accepts=[Choose])
class VictimRules(StepRules[Providence, VictimStep]):
    """The player's choice of the agent that a cultist kills. A sole candidate is chosen automatically (DP-DEC.24)."""

    rules = ("DP-SOLO.101", "DP-SOLO.103", "DP-HC.79")

    def advance(self, match: Providence, step: VictimStep) -> bool:
        if len(step.victims) > 1:
            return False
        self._kill(match, step, step.victims[0])
        return True

    def decisions(self, match: Providence, step: VictimStep) -> dict[int, Decision]:
        return {step.seat: decide("victim", map(Choose, step.victims), who=step.who)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        name = cultist_name(say, int(asked.args["who"]))
        return say.t("{name} strikes: which of your agents is the victim?", name=name)

    def why_not(self, match: Providence, step: VictimStep, seat: int, action: Action) -> IllegalAction | None:
        if not isinstance(action, Choose):
            return None
        return IllegalAction("That agent can't be the victim now; choose one of those named.", rule="DP-SOLO.101")

    def take(self, match: Providence, step: VictimStep, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        self._kill(match, step, action.option)

    def _kill(self, match: Providence, step: VictimStep, victim: str) -> None:
        match.finish(step)
        kill(match, step.who, victim)
        check_goal(match)

    def is_sound(self, match: Providence, step: VictimStep) -> bool:
        there = all(victim in match.state.agents for victim in step.victims)
        return is_cultist_of(match, step.who) and bool(step.victims) and there
