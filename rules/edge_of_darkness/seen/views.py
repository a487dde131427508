"""Builds the views of a match. No other module turns the state into data that players see."""

from __future__ import annotations

from rules.edge_of_darkness.board import cubes, deck, sleeved_card
from rules.edge_of_darkness.content.load import cache_result
from rules.edge_of_darkness.effects.costs import with_present_prices
from rules.edge_of_darkness.effects.defence import damage_left
from rules.edge_of_darkness.effects.defence_outlook import outlook
from rules.edge_of_darkness.seen.effect_parts import amounts_of_parts, only_parts, present_amounts
from rules.edge_of_darkness.state.state import ROUNDS, Card, EdgeMatch, pack_name
from rules.edge_of_darkness.state.steps import ChoiceStep, DraftStep, EffectStep, FreeStep, SleeveStep
from rules.edge_of_darkness.state.view import (
    CardView,
    EdgeView,
    LocationView,
    PendingView,
    PlayerView,
    SlotView,
    SpotView,
    TurnView,
)
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.window import Window


def view(match: EdgeMatch, seat: int | None) -> EdgeView:
    """Return the view of a match, the same for all seats because the game has no private information (EOD-INFO.9)."""
    state = match.state
    top = state.stack[-1] if state.stack else None
    turn = state.turn
    return EdgeView(
        game=match.game.id,
        viewer=seat,
        seats=state.seats,
        to_act=sorted(match.decisions()),
        over=state.over,
        pack=pack_name(state),
        setup=state.options.setup,
        phase=state.phase,
        round=state.round,
        rounds=ROUNDS,
        first=state.first,
        active=turn.seat if state.phase in ("assembly", "action") else None,
        threshold=cubes.THRESHOLD[state.seats],
        street=[_card(match, name) if name else None for name in state.street],
        sixth=_card(match, state.deck[0]) if state.deck else None,
        stack_count=len(state.deck),
        depleted=deck.is_depleted(state) and state.phase != "prologue",
        stack_cards=[_card(match, name) for name in sorted(state.deck)],
        discard=[_card(match, name) for name in state.discard],
        tower=[
            SpotView(spot=spot + 1, card=_card(match, name) if name else None, cubes=list(state.trays[spot]))
            for spot, name in enumerate(state.tower)
        ],
        bag=list(state.bag),
        aside=list(state.aside),
        locations=[_location(match, name) for name in state.locations],
        players=[_player(match, number) for number in range(state.seats)],
        turn=TurnView(seat=turn.seat, battle=turn.battle, may_hunt=turn.may_hunt, sleeved=turn.sleeved)
        if state.phase in ("assembly", "action")
        else None,
        skipping=list(top.skipped) if isinstance(top, DraftStep) else [],
        defence_track=list(match.content.board.defence_track),
        pending=_pending(match),
    )


def _pending(match: EdgeMatch) -> PendingView | None:
    decision = next(iter(match.decisions().values()), None)
    if decision is None:
        return None
    top = match.state.stack[-1]
    prompt = decision.prompt
    if isinstance(top, EffectStep):
        home = top.source.home
        parts = [with_present_prices(match, top.seat, top.source, clause) for clause in top.clauses]
        values = amounts_of_parts(match, top.seat, top.source, top.clauses)
        amounts = {"": values} if values else {}
        return PendingView(key=prompt.key, args=prompt.args, home=home, parts=parts, amounts=amounts)
    if isinstance(top, ChoiceStep):
        return PendingView(key=prompt.key, args=prompt.args, home=top.source.home, op=top.op)
    if isinstance(top, Window):
        return _defence(match, top, prompt, list(decision.actions))
    home = top.location if isinstance(top, SleeveStep) else ""
    if not isinstance(top, FreeStep):
        return PendingView(key=prompt.key, args=prompt.args, home=home)
    only = only_parts(match, top.seat, decision.actions, "turn")
    amounts = present_amounts(match, top.seat, decision.actions)
    return PendingView(key=prompt.key, args=prompt.args, only=only, amounts=amounts)


def _defence(match: EdgeMatch, window: Window, prompt: Prompt, actions: list[Action]) -> PendingView:
    """Return the view of the question to an attacked player, with the Damage that their defences take off."""
    found = outlook(match, window, int(window.facts["seat"]), actions)
    stops = found.most >= damage_left(window)
    return PendingView(
        key=prompt.key,
        args=prompt.args,
        reductions=found.reductions,
        reducible=found.most,
        useless=[] if stops else sorted(found.only_reduces),
        only=only_parts(match, int(window.facts["seat"]), actions, "defence"),
    )


def _card(match: EdgeMatch, name: str) -> CardView:
    """Return the view of a card. Views are cached in the pack, because most cards rarely change."""
    state = match.state
    card: Card = state.cards[name]
    used = tuple(entry for entry in state.turn.used if entry.startswith(f"{name}/"))
    influence = state.favours.get(name, 0)
    look = (name, card.owner, card.claimed, card.top, card.middle, card.bottom, influence, used)
    shown = match.content.shown.get(look)
    if shown is not None:
        return shown
    made = CardView(
        id=name,
        owner=card.owner if card.owner >= 0 else None,
        claimed=card.claimed,
        slots=[
            SlotView(slot=slot, slip=slip, used=sleeved_card.use_key(name, card, slot) in used)
            for slot, slip in sleeved_card.filled_slots(card)
        ],
        cubes=sleeved_card.cubes(match.content, card),
        damage=sleeved_card.damage(match.content, card),
        influence=influence,
        resolved=bool(used),
    )
    return cache_result(match.content.shown, look, made)


def _location(match: EdgeMatch, name: str) -> LocationView:
    state = match.state
    return LocationView(
        id=name,
        agents=[player.agents.get(name, 0) for player in state.players],
        supply={slip.id: state.supply[slip.id] for slip in match.content.locations[name].slips},
        picked=name in state.picked,
        used=state.turn.abilities.get(name, 0),
    )


def _player(match: EdgeMatch, seat: int) -> PlayerView:
    player = match.state.players[seat]
    return PlayerView(
        seat=seat,
        guild=player.guild,
        coins=player.coins,
        influence=player.influence,
        goodwill=player.goodwill,
        reputation=player.reputation,
        untrained=player.untrained,
        pool=player.pool,
        agents=dict(player.agents),
        slips=player.slips,
        moved_down=player.moved_down,
        defence_value=match.content.board.defence_track[player.moved_down],
        zone=list(player.zone),
        staged=list(player.staged),
        hand=[_card(match, name) for name in player.hand],
        hall=[_card(match, name) for name in player.hall],
        starters=[_card(match, name) for name in player.starters],
        guild_cards=len(sleeved_card.guild_cards(match.state, seat)),
    )
