"""A player's turn: two actions, and any number of bonus actions (sections 10 and 11 of RULES.md)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from rules.dark_providence.board import allegiance
from rules.dark_providence.board.agents import move_agent
from rules.dark_providence.board.deck import one_of_each_kind
from rules.dark_providence.board.piece_placement import trigger_occasion
from rules.dark_providence.board.routes import adjacent_cities
from rules.dark_providence.content import ops
from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.effects.icon_payment import discard_table, icons_in_hand, play_card
from rules.dark_providence.effects.influence import PRICE, open_targets, recoverable
from rules.dark_providence.effects.power_resolution import possible_ways, power_of, powers, start_power, usable_cards
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.flow.acquiring import acquirable, refuse_acquiring
from rules.dark_providence.flow.discard import DISCARD, refuse_discarding
from rules.dark_providence.flow.effect import refuse_use
from rules.dark_providence.flow.influence import refuse_influence
from rules.dark_providence.flow.tracks import meddlings, refuse_meddling
from rules.dark_providence.flow.travel import free_mover, possible_travellers, refuse_free_move, refuse_travelling
from rules.dark_providence.solo.old_one import check_goal
from rules.dark_providence.state import actions, events, steps
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.view import ProvidenceView
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def ends_with(match: Providence, action: Action) -> bool:
    """Return whether an action ends the turn. Players expect such an action to reveal their new hand (DP-TURN.6)."""
    return match.state.turn.actions <= 1 and isinstance(action, actions.LAST_ACTIONS)


#: Cached because listing a turn's actions builds the same objects again and again.
_ACQUIRE, _BONUS, _FREE_MOVE = cache(actions.AcquireTarget), cache(actions.UseBonus), cache(actions.FreeMove)
_TRAVEL, _USE = cache(actions.Travel), cache(actions.UseCard)
_BUY, _RECOVER, _REVEAL = actions.BuyInfluence(), actions.RecoverInfluence(), actions.RevealAllegiance()
_END = actions.EndTurn()
#: The size of the cache for lists of influence targets, which rarely change.
_CACHE_SIZE = 256


@lru_cache(_CACHE_SIZE)
def _influence_actions(targets: tuple[str, ...]) -> list[actions.PlaceInfluence]:
    return [actions.PlaceInfluence(target) for target in sorted(targets)]


def _bonuses(match: Providence, seat: int, cards: list[str]) -> list[Action]:
    """Return the available bonus actions, which don't count as actions (DP-TURN.3, TURN.4)."""
    used = match.state.turn.used
    return [_BONUS(card) for card in usable_cards(match, seat, cards, "bonus") if card not in used]


def _free_moves(match: Providence, seat: int) -> list[Action]:
    """Return Lillian La France's free moves, which don't count as actions (DP-AGENT.8)."""
    state = match.state
    walker = free_mover(match, seat) if state.options.free_move == "free" else ""
    return [*map(_FREE_MOVE, sorted(adjacent_cities(match, state.agents[walker].city)))] if walker else []


def _all_actions(match: Providence, seat: int, hand: list[str], cards: list[str]) -> list[Action]:
    """Return every legal action of a seat with actions left, sorted (DP-ACT.1). Each can be completed.

    The icons in hand pay for placing, recovering and buying influence, for travelling and for meddling (DP-ACT.3).
    Acquiring is possible only as the first action (DP-ACQ.1, ACT.4).
    """
    player, held = match.state.players[seat], icons_in_hand(match, seat)
    wealth = held.get("wealth", 0)
    return [
        *(map(_ACQUIRE, sorted(acquirable(match, seat))) if not match.state.turn.taken else ()),
        *_bonuses(match, seat, cards),
        *((_BUY,) if player.pool and wealth >= PRICE else ()),
        *map(DISCARD, hand),
        *_free_moves(match, seat),
        *(_influence_actions(tuple(open_targets(match))) if player.supply and "influence" in held else ()),
        *meddlings(match, held),
        _END,
        *((_RECOVER,) if "recover" in held and recoverable(match, seat) else ()),
        *((_REVEAL,) if allegiance.may_reveal(match, seat) else ()),
        *map(_TRAVEL, sorted(possible_travellers(match, seat, wealth))),
        *map(_USE, usable_cards(match, seat, cards, "action")),
    ]


def _may_stay_open(match: Providence, seat: int) -> bool:
    """Return whether a turn without actions left stays open for bonus actions.

    The answer depends only on public facts, such as the cards in a seat's hand and deck taken together. Otherwise, an
    open turn would reveal something about the hand.
    """
    state = match.state
    player = state.players[seat]
    bonus = powers(match.content, "bonus")
    if not bonus.keys().isdisjoint(player.hand) or not bonus.keys().isdisjoint(player.deck):
        return True
    if any(card not in state.turn.used and _may_be_ready(match, seat, card) for card in player.mythos):
        return True
    return state.options.free_move == "free" and bool(free_mover(match, seat))


def _may_be_ready(match: Providence, seat: int, card: str) -> bool:
    """Return whether a mythos card's bonus action might be possible, as far as other players know.

    FORCE, ARCANE and the price of an effect count as available, because they may come from the hidden hand.
    """
    power = power_of(match, card, "bonus")
    if power is None:
        return False
    if any(isinstance(op, ops.Assassinate | ops.Gate | ops.Pay) for way in power.ways for op in ops.with_nested(way)):
        return True
    return bool(possible_ways(match, seat, card, "bonus"))


#: The actions that count towards a turn's two actions.
_COUNTED = (
    actions.PlaceInfluence, actions.AcquireTarget, actions.RecoverInfluence, actions.BuyInfluence, actions.Travel,
    actions.Meddle, actions.UseCard, actions.DiscardCard, actions.RevealAllegiance,
)  # fmt: skip


@PROVIDENCE.step(
    steps.TurnStep, asks=["turn"], accepts=[*_COUNTED, actions.UseBonus, actions.FreeMove, actions.EndTurn]
)
class TurnRules(StepRules[Providence, steps.TurnStep]):
    """A player's actions, until two are taken, the player passes, or the end of the game is triggered (DP-END.7)."""

    def advance(self, match: Providence, step: steps.TurnStep) -> bool:
        state = match.state
        if state.table:
            discard_table(match)
            return True
        over = check_goal(match) or bool(state.ending) or state.turn.passed
        if over or (state.turn.actions <= 0 and not _may_stay_open(match, step.seat)):
            match.finish(step)
            if not state.ending:
                trigger_occasion(match, step.seat, "turn_ends")
            return True
        return False

    def decisions(self, match: Providence, step: steps.TurnStep) -> dict[int, Decision]:
        state, seat = match.state, step.seat
        turn, player = state.turn, state.players[seat]
        hand = one_of_each_kind(match, player.hand)
        cards = sorted(hand + player.mythos) if player.mythos else hand
        found = (
            _all_actions(match, seat, hand, cards)
            if turn.actions > 0
            else [*_bonuses(match, seat, cards), *_free_moves(match, seat), _END]
        )
        return {seat: decide_in_order("turn", found, left=turn.actions, first=not turn.taken)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        left = int(asked.args["left"])
        if left <= 0:
            return say.t("You have no action left: take bonus actions, or end your turn.")
        text = say.n("Your turn: {n} action left.", "Your turn: {n} actions left.", left)
        if asked.args["first"]:
            text += " " + say.t("You can acquire only with your first action.")
        return text

    def rests_on(self, view: ProvidenceView, asked: Prompt) -> tuple[str, ...]:
        if int(asked.args["left"]) <= 0:
            return ("DP-TURN.3", "DP-TURN.4", "DP-TURN.6")
        rules = ("DP-TURN.2", "DP-ACT.1", "DP-TURN.3", "DP-PASS.1")
        return (*rules, "DP-ACQ.1") if asked.args["first"] else rules

    def why_not(self, match: Providence, step: steps.TurnStep, seat: int, action: Action) -> Reason:
        if match.state.turn.actions <= 0 and isinstance(action, _COUNTED):
            return IllegalAction(
                "You have no action left this turn: take bonus actions, or end your turn.", rule="DP-TURN.2"
            )
        match action:
            case actions.PlaceInfluence() | actions.RecoverInfluence() | actions.BuyInfluence():
                return refuse_influence(match, seat, action)
            case actions.AcquireTarget():
                return refuse_acquiring(match, seat, action.target)
            case actions.Travel():
                return refuse_travelling(match, seat, action.agent)
            case actions.FreeMove():
                return refuse_free_move(match, seat, action.city)
            case actions.Meddle():
                return refuse_meddling(match, seat, action)
            case actions.UseCard():
                return refuse_use(match, seat, action.card, "action")
            case actions.UseBonus():
                return refuse_use(match, seat, action.card, "bonus")
            case actions.DiscardCard():
                return refuse_discarding(match, seat, action.card)
            case actions.RevealAllegiance():
                return self._no_reveal(match, seat)
            case _:
                return None

    def _no_reveal(self, match: Providence, seat: int) -> IllegalAction:
        state = match.state
        player = state.players[seat]
        if player.revealed:
            return IllegalAction("Your allegiance is already revealed.", rule="DP-REVEAL.1")
        return IllegalAction(
            "You can reveal only if that takes you to {needed} VP; with your gates and track you'd have "
            "{total}.",
            rule="DP-REVEAL.2", needed=THRESHOLD[state.seats], total=player.vp + allegiance.reveal_gain(match, seat),
        )  # fmt: skip

    def take(self, match: Providence, step: steps.TurnStep, seat: int, action: Action) -> None:
        turn = match.state.turn
        if isinstance(action, actions.EndTurn):
            turn.passed = True
            if turn.actions > 0:
                match.emit(EVERYONE, events.Passed(seat))
        elif isinstance(action, actions.FreeMove):
            walker = free_mover(match, seat)
            turn.free_move = True
            move_agent(match, walker, action.city)
        elif isinstance(action, actions.UseBonus):
            self._use(match, seat, action.card, "bonus")
        else:
            turn.actions -= 1
            turn.taken += 1
            self._act(match, seat, action)

    def _act(self, match: Providence, seat: int, action: Action) -> None:
        match action:
            case actions.PlaceInfluence():
                match.push(steps.InfluenceStep(seat, action.target))
            case actions.AcquireTarget():
                match.push(steps.AcquireStep(seat, action.target))
            case actions.RecoverInfluence():
                match.push(steps.RecoverStep(seat))
            case actions.BuyInfluence():
                match.push(steps.BuyStep(seat))
            case actions.Travel():
                match.push(steps.TravelStep(seat, mover=action.agent))
            case actions.Meddle():
                track = "ritual" if action.track == "ritual" else "investigation"
                match.push(steps.TrackStep(seat, track, action.direction == "up"))
            case actions.UseCard():
                self._use(match, seat, action.card, "action")
            case actions.DiscardCard():
                match.push(steps.DiscardStep(seat, [action.card]))
            case _:
                allegiance.reveal(match, seat)

    def _use(self, match: Providence, seat: int, card: str, timing: Literal["action", "bonus"]) -> None:
        # Mythos cards remain beside the player board after use (DP-MYTHOS.7).
        if card in match.content.mythos:
            if timing == "bonus":
                match.state.turn.used.append(card)
        else:
            play_card(match, seat, card, timing)
        match.emit(EVERYONE, events.Used(seat, card, timing))
        start_power(match, seat, card, timing)

    def is_sound(self, match: Providence, step: steps.TurnStep) -> bool:
        return step.seat == match.state.turn.seat
