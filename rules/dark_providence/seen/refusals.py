"""Why an action is not possible: the most useful reason and what to do, for the person who tried.

Nothing is asked here but what lies open and what the person who tried knows: a refusal never tells what others hide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import agents_of, gift_of, has_frame
from rules.dark_providence.board.allegiance import reveal_gain
from rules.dark_providence.board.board import LIMBO, asset_city, kind_of, marks_on, sealed
from rules.dark_providence.board.routes import adjacent, costs
from rules.dark_providence.content import effects
from rules.dark_providence.content.limits import THRESHOLD
from rules.dark_providence.content.load import MI_GO
from rules.dark_providence.effects.acquiring import blocked, has_most
from rules.dark_providence.effects.influence import PRICE, recoverable
from rules.dark_providence.effects.paying import icons, in_hand
from rules.dark_providence.effects.resolve import power_of
from rules.dark_providence.flow.tracks import ICON, track_room
from rules.dark_providence.flow.travel import free_mover
from rules.dark_providence.seen.refusals_cards import choice, no_way, strike, work_gate
from rules.dark_providence.state import actions
from rules.dark_providence.state import steps as s
from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction

Refusal = IllegalAction | None

#: The steps in which each kind of action has its place at all.
_PLACES: dict[type[Action], tuple[type[Any], ...]] = {
    actions.ChooseColour: (s.ColourStep,),
    actions.ChooseLead: (s.LeadStep,),
    actions.StartIn: (s.StartStep,),
    actions.PlaceInfluence: (s.TurnStep,),
    actions.AcquireTarget: (s.TurnStep,),
    actions.RecoverInfluence: (s.TurnStep,),
    actions.BuyInfluence: (s.TurnStep,),
    actions.Travel: (s.TurnStep, s.TravelStep),
    actions.GoTo: (s.TravelStep,),
    actions.Meddle: (s.TurnStep,),
    actions.UseCard: (s.TurnStep,),
    actions.UseBonus: (s.TurnStep,),
    actions.FreeMove: (s.TurnStep,),
    actions.DiscardCard: (s.TurnStep, s.DiscardStep),
    actions.RevealAllegiance: (s.TurnStep,),
    actions.EndTurn: (s.TurnStep,),
    actions.Pay: (s.PayStep,),
    actions.TakeBack: (s.RecoverStep,),
    actions.Strike: (s.StrikeStep,),
    actions.WorkGate: (s.GateStep,),
    actions.ChooseWay: (s.WayStep,),
    actions.Choose: (s.ChoiceStep, s.StockStep, s.SecondStep, s.VictimStep),
    actions.React: (s.ReactionStep,),
}
#: What uses up none of the two actions of a turn.
_FREE = (actions.UseBonus, actions.FreeMove, actions.EndTurn)


# -- before the first turn ------------------------------------------------------------------------------------


def _colour(match: Providence, seat: int, action: actions.ChooseColour) -> Refusal:
    return IllegalAction("That colour is taken, or there is no such colour; choose another one.")


def _lead(match: Providence, seat: int, action: actions.ChooseLead) -> Refusal:
    if action.lead not in match.content.leads:
        return IllegalAction("There is no such lead agent.")
    return IllegalAction("Another player has taken that lead agent; choose another one.")


def _start(match: Providence, seat: int, action: actions.StartIn) -> Refusal:
    if action.city not in match.state.places:
        return IllegalAction("There is no such city on the map.")
    return IllegalAction("There is an agent in that city already; start in a city without agents.")


# -- influence ------------------------------------------------------------------------------------------------


def _no_target(match: Providence, target: str) -> Refusal:
    """Return what is wrong with a city or card that can hold no influence now."""
    if kind_of(match.state, target) is not None:
        return None
    if target in match.content.mythos:
        return IllegalAction("That mythos card is not in the row.")
    if target in match.content.assets:
        return IllegalAction("That card does not lie face up on a city.")
    return IllegalAction("There is no such city, primary asset or mythos card.")


def _influence(match: Providence, seat: int, action: actions.PlaceInfluence) -> Refusal:
    found = _no_target(match, action.target)
    if found:
        return found
    if sealed(match.state, action.target):
        return IllegalAction("Cthulhu stands there: no influence can be placed in that city or on its card.")
    if not match.state.players[seat].supply:
        return IllegalAction("You have no influence marker in your supply; recover or buy some first.")
    return IllegalAction("You have no card with Influence in your hand.")


def _acquire(match: Providence, seat: int, action: actions.AcquireTarget) -> Refusal:
    state, target = match.state, action.target
    if state.turn.taken:
        return IllegalAction("Only the first action of a turn can acquire; try it at the start of your next turn.")
    found = _no_target(match, target) or not_takeable(match, seat, target)
    if found:
        return found
    if not marks_on(state, target)[seat]:
        return IllegalAction("You have no influence marker there; place influence first.")
    if not has_most(match, seat, target):
        return IllegalAction("You don't have the most influence there, and a tie is not enough; place more first.")
    return None


def not_takeable(match: Providence, seat: int, target: str) -> Refusal:
    """Return what keeps a seat from acquiring this at all, whoever has the most influence."""
    state = match.state
    if target in state.locks:
        return IllegalAction("There is a lock on it: it can't be acquired until somebody removes the lock.")
    if sealed(state, target):
        return IllegalAction("Cthulhu stands there: nothing can be acquired in that city.")
    if blocked(match, target):
        return IllegalAction("A hidden cultist is in that city: reveal the cultist, or wait until it goes on.")
    if target in state.places:
        if state.places[target].controller == seat:
            return IllegalAction("You control that city already.")
        if not state.players[seat].controls:
            return IllegalAction("You have no control marker left for another city.")
        return None
    asset = match.content.assets.get(target)
    agent = target == MI_GO or (asset is not None and asset.agent is not None)
    if agent and not has_frame(state, seat):
        return IllegalAction("You have six agents already, and nobody may have more.")
    return None


def _recover(match: Providence, seat: int, action: actions.RecoverInfluence) -> Refusal:
    if not recoverable(match, seat):
        return IllegalAction("You have no markers on cities or cards, or in Limbo, to take back.")
    return IllegalAction("You have no card with Recovery in your hand.")


def _buy(match: Providence, seat: int, action: actions.BuyInfluence) -> Refusal:
    if not match.state.players[seat].pool:
        return IllegalAction("There is no marker of your colour left in the common pool.")
    wealth = in_hand(match, seat, "wealth")
    return IllegalAction("A marker costs {price} Wealth, and your hand has {wealth}.", price=PRICE, wealth=wealth)


def _take_back(match: Providence, seat: int, action: actions.TakeBack) -> Refusal:
    step = match.state.stack[-1]
    assert isinstance(step, s.RecoverStep)
    there = recoverable(match, seat).get(action.target, 0)
    if not there:
        if action.target == LIMBO:
            return IllegalAction("You have no markers in Limbo.")
        return IllegalAction("You have no markers there to take back.")
    if action.count < 1:
        return IllegalAction("Take back at least one marker.")
    most = min(there, step.left)
    return IllegalAction("You can take back {most} from there at most.", most=most)


# -- travel and tracks ----------------------------------------------------------------------------------------


def _travel(match: Providence, seat: int, action: actions.Travel) -> Refusal:
    state, step = match.state, match.state.stack[-1]
    if action.agent not in state.agents:
        return IllegalAction("That agent is not on the map.")
    if action.agent not in agents_of(state, seat):
        return IllegalAction("That is not your agent; only your own agents can travel.")
    if isinstance(step, s.TravelStep):
        if action.agent in step.moves:
            return IllegalAction("That agent travels already; each moves once in an action.")
        if step.mover:
            return IllegalAction("Name the city first to which the agent travels.")
    wealth = in_hand(match, seat, "wealth")
    return IllegalAction("Your hand has {wealth} Wealth, too little for another route.", wealth=wealth)


def _go_to(match: Providence, seat: int, action: actions.GoTo) -> Refusal:
    step = match.state.stack[-1]
    assert isinstance(step, s.TravelStep)
    if not step.mover:
        return IllegalAction("Name the agent first who travels.")
    return _no_way_to(match, step.mover, action.city) or _too_dear(match, seat, step, action.city)


def _no_way_to(match: Providence, agent: str, city: str) -> Refusal:
    """Return what keeps everybody from this city."""
    state = match.state
    if city not in state.places:
        return IllegalAction("There is no such city on the map.")
    if city == state.agents[agent].city:
        return IllegalAction("The agent is in that city already.")
    if city == state.cthulhu:
        return IllegalAction("Cthulhu stands there: nobody can travel to that city.")
    if city == state.martial_law:
        return IllegalAction("Martial law is in force there: nobody can travel to that city.")
    if city not in costs(match, state.agents[agent].city):
        return IllegalAction("No open route leads to that city.")
    return None


def _too_dear(match: Providence, seat: int, step: s.TravelStep, city: str) -> Refusal:
    cost = costs(match, match.state.agents[step.mover].city)[city]
    left = in_hand(match, seat, "wealth") - step.cost
    return IllegalAction("That way costs {cost} Wealth, and your hand has {left} left.", cost=cost, left=left)


def _free_move(match: Providence, seat: int, action: actions.FreeMove) -> Refusal:
    state = match.state
    walkers = [agent for agent in agents_of(state, seat) if gift_of(match, agent) == "free_move"]
    if not walkers:
        return IllegalAction("You have no agent who moves without paying.")
    if state.options.free_move != "free":
        return IllegalAction("In this match that move is part of a travel action: choose to travel.")
    if not free_mover(match, seat):
        return IllegalAction("That agent has already moved without paying this turn.")
    found = _no_way_to(match, walkers[0], action.city)
    if found or action.city in adjacent(match, state.agents[walkers[0]].city):
        return found
    return IllegalAction("That city is not adjacent; only an adjacent one can be reached without paying.")


def _meddle(match: Providence, seat: int, action: actions.Meddle) -> Refusal:
    up = action.direction == "up"
    if action.track not in ("ritual", "investigation") or action.direction not in ("up", "down"):
        return IllegalAction("Only the ritual and the investigation can be moved, up or down.")
    if not track_room(match, action.track, up):
        if up:
            return IllegalAction("That marker is on the last space of its track already.")
        return IllegalAction("That marker is on the first space: it can't go further down.")
    if not in_hand(match, seat, ICON[action.track, up]):
        return IllegalAction("You have no card with that icon in your hand; others don't count for it.")
    return None


# -- cards and the turn ---------------------------------------------------------------------------------------


def _not_yours(match: Providence, seat: int, card: str) -> Refusal:
    """Return what is wrong with a card that can't be used out of the hand or from beside the board."""
    player, content = match.state.players[seat], match.content
    if card in content.mythos:
        return None if card in player.mythos else IllegalAction("You don't have that mythos card.")
    if card not in content.cards:
        return IllegalAction("There is no such card.")
    if card not in player.hand:
        return IllegalAction("That card is not in your hand.")
    return None


def _use(match: Providence, seat: int, action: actions.UseCard) -> Refusal:
    found = _not_yours(match, seat, action.card)
    if found:
        return found
    if power_of(match, action.card, "action") is None:
        return IllegalAction("That card has no action to use; play it for its icons instead.")
    return no_way(match, seat, action.card, "action")


def _bonus(match: Providence, seat: int, action: actions.UseBonus) -> Refusal:
    found = _not_yours(match, seat, action.card)
    if found:
        return found
    if power_of(match, action.card, "bonus") is None:
        return IllegalAction("That card has no bonus action.")
    if action.card in match.state.turn.used:
        return IllegalAction("The bonus action of that mythos card was already used this turn.")
    return no_way(match, seat, action.card, "bonus")


def _discard(match: Providence, seat: int, action: actions.DiscardCard) -> Refusal:
    step = match.state.stack[-1]
    if action.card in match.content.mythos:
        return IllegalAction("Mythos cards can't be discarded; they stay beside your board.")
    if action.card not in match.state.players[seat].hand:
        return IllegalAction("That card is not in your hand.")
    if isinstance(step, s.DiscardStep) and action.card in step.cards:
        return IllegalAction("That card is being discarded already.")
    return IllegalAction("You hold several cards like that one: choose the one that is offered.")


def _reveal(match: Providence, seat: int, action: actions.RevealAllegiance) -> Refusal:
    state = match.state
    player = state.players[seat]
    if player.revealed:
        return IllegalAction("Your allegiance is revealed already.")
    return IllegalAction(
        "You may reveal only to reach {needed} VP: with your gates and your track you would have {total}.",
        needed=THRESHOLD[state.seats], total=player.vp + reveal_gain(match, seat),
    )  # fmt: skip


def _pay(match: Providence, seat: int, action: actions.Pay) -> Refusal:
    step = match.state.stack[-1]
    assert isinstance(step, s.PayStep)
    hand = match.state.players[seat].hand
    if not action.cards:
        return IllegalAction("Choose at least one card.")
    if len(set(action.cards)) != len(action.cards) or any(card not in hand for card in action.cards):
        return IllegalAction("Every card you play must be in your hand, and each counts once.")
    shown = [icons(match, card, step.icon) for card in action.cards]
    if 0 in shown:
        return IllegalAction("One of those cards does not show that icon; leave it out.")
    reached = sum(shown) // step.unit
    if step.exact and reached < step.most:
        return IllegalAction("Those cards give {reached}, and {most} is needed.", reached=reached, most=step.most)
    if min(reached, step.most) == min((sum(shown) - min(shown)) // step.unit, step.most):
        return IllegalAction("One of those cards would be idle: play no more cards than are needed.")
    if match.state.options.minimality == "fewest":
        return IllegalAction("In this match the fewest cards must be played: fewer of yours do as much.")
    return IllegalAction("You hold several cards like one of those: choose the set that is offered.")


def _way(match: Providence, seat: int, action: actions.ChooseWay) -> Refusal:
    return IllegalAction("That alternative would do nothing now; choose another one.")


def _choose(match: Providence, seat: int, action: actions.Choose) -> Refusal:
    state, step = match.state, match.state.stack[-1]
    if isinstance(step, s.StockStep):
        if action.option not in step.found:
            return IllegalAction("That is not one of the cards you found.")
        return IllegalAction("You have six agents already, and nobody may have more.")
    if isinstance(step, s.SecondStep):
        if not asset_city(state, action.option):
            return IllegalAction("The second marker must go on a primary asset that lies face up.")
        return IllegalAction("The second marker must go on another primary asset, and not where Cthulhu stands.")
    if isinstance(step, s.VictimStep):
        return IllegalAction("That agent can't be the victim now; choose one of those named.")
    if isinstance(step, s.ChoiceStep) and isinstance(step.op, effects.Acquire):
        return _no_target(match, action.option) or _not_by_card(match, seat, step.op, action.option)
    assert isinstance(step, s.ChoiceStep)
    return choice(match, seat, step, action.option)


def _not_by_card(match: Providence, seat: int, op: effects.Acquire, target: str) -> Refusal:
    if kind_of(match.state, target) != op.what:
        return IllegalAction("That card acquires something else: read it with /card.")
    if op.locked and target in match.state.locks:
        return IllegalAction("That can't be acquired with this card; read it with /card.")
    found = not_takeable(match, seat, target)
    return found or IllegalAction("That can't be acquired with this card: it has no agent of yours, or costs too much.")


_REASONS: dict[type[Action], Callable[[Providence, int, Any], Refusal]] = {
    actions.ChooseColour: _colour,
    actions.ChooseLead: _lead,
    actions.StartIn: _start,
    actions.PlaceInfluence: _influence,
    actions.AcquireTarget: _acquire,
    actions.RecoverInfluence: _recover,
    actions.BuyInfluence: _buy,
    actions.TakeBack: _take_back,
    actions.Travel: _travel,
    actions.GoTo: _go_to,
    actions.FreeMove: _free_move,
    actions.Meddle: _meddle,
    actions.UseCard: _use,
    actions.UseBonus: _bonus,
    actions.DiscardCard: _discard,
    actions.RevealAllegiance: _reveal,
    actions.Pay: _pay,
    actions.Strike: strike,
    actions.WorkGate: work_gate,
    actions.ChooseWay: _way,
    actions.Choose: _choose,
}


def why_illegal(match: Providence, seat: int, action: Action) -> IllegalAction:
    """Return the refusal of an action that this seat, which must decide something now, was not offered."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    places = _PLACES.get(type(action))
    if places is not None and not isinstance(top, places):
        return IllegalAction("Something else must be decided first: open /act to see what.")
    if isinstance(top, s.TurnStep) and state.turn.actions <= 0 and not isinstance(action, _FREE):
        return IllegalAction("You have no action left this turn: take bonus actions, or end your turn.")
    reason = _REASONS.get(type(action))
    found = reason(match, seat, action) if reason else None
    return found or IllegalAction("That is not one of the choices you have now.")
