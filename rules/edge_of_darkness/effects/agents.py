"""The behaviour of the verbs that affect Agents."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board.tokens import move_agents, untrain
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.effects.verb import Choice, Verb, choose, choose_each
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseNumber, ChoosePlace, ChoosePlayer
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import ChoiceStep, ClauseStep, Source
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE

# -- moves between the pool and the effect's Location ---------------------------------------------------------


def _can_dispatch(match: EdgeMatch, seat: int, source: Source, op: ops.Dispatch, use: str) -> bool:
    return bool(source.home) and match.state.players[seat].pool > 0


def _dispatch(match: EdgeMatch, step: ClauseStep, op: ops.Dispatch) -> None:
    player = match.state.players[step.seat]
    most = min(op.count, player.pool)
    if op.up_to and most > 1:
        choose(match, step, op)
    else:
        move_agents(match, player, step.seat, step.source.home, most)


def _dispatched(match: EdgeMatch, step: ChoiceStep, action: ChooseNumber) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, step.source.home, action.number)


def _can_return(match: EdgeMatch, seat: int, source: Source, op: ops.Return, use: str) -> bool:
    return match.state.players[seat].agents.get(source.home, 0) > 0


def _return(match: EdgeMatch, step: ClauseStep, op: ops.Return) -> None:
    player = match.state.players[step.seat]
    most = min(op.count, player.agents.get(step.source.home, 0))
    if op.up_to and most > 1:
        choose(match, step, op)
    else:
        move_agents(match, player, step.seat, step.source.home, -most)


def _returned(match: EdgeMatch, step: ChoiceStep, action: ChooseNumber) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, step.source.home, -action.number)


def _numbers(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    player = match.state.players[step.seat]
    assert isinstance(step.op, ops.Dispatch | ops.Return)
    there = player.pool if isinstance(step.op, ops.Dispatch) else player.agents.get(step.source.home, 0)
    return [ChooseNumber(number) for number in range(1, min(step.op.count, there) + 1)]


# -- moves that involve other Locations or players ------------------------------------------------------------


def _has_pool(match: EdgeMatch, seat: int, source: Source, op: ops.Op, use: str) -> bool:
    return match.state.players[seat].pool > 0


def _dispatch_choices(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return a choice for each Location; none if the pool is empty."""
    if not match.state.players[step.seat].pool:
        return []
    return [*[ChoosePlace(place) for place in match.state.locations], Pass()]


def _station(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, action.location, 1)


def _other_locations(match: EdgeMatch, seat: int, home: str) -> list[str]:
    """Return the Locations other than `home` where the seat has Agents."""
    return [place for place in match.state.locations if place != home and match.state.players[seat].agents.get(place)]


def _can_withdraw(match: EdgeMatch, seat: int, source: Source, op: ops.Withdraw, use: str) -> bool:
    return bool(match.state.players[seat].agents)


def _can_gather(match: EdgeMatch, seat: int, source: Source, op: ops.Gather, use: str) -> bool:
    return bool(source.home) and bool(_other_locations(match, seat, source.home))


def _locations_with_agents(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    """Return the Locations with the player's Agents; if the verb is Gather, all but the effect's own Location."""
    home = step.source.home if isinstance(step.op, ops.Gather) else ""
    places = _other_locations(match, step.seat, home)
    return [*[ChoosePlace(place) for place in places], Pass()] if places else []


def _withdraw(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    move_agents(match, match.state.players[step.seat], step.seat, action.location, -1)


def _gather(match: EdgeMatch, step: ChoiceStep, action: ChoosePlace) -> None:
    _withdraw(match, step, action)
    move_agents(match, match.state.players[step.seat], step.seat, step.source.home, 1)


def _other_players_there(match: EdgeMatch, seat: int, home: str) -> list[int]:
    """Return the other players that have Agents at a Location, clockwise."""
    seats = [(seat + offset) % match.state.seats for offset in range(1, match.state.seats)]
    return [other for other in seats if match.state.players[other].agents.get(home)]


def _are_others_there(match: EdgeMatch, seat: int, source: Source, op: ops.Expel, use: str) -> bool:
    return bool(_other_players_there(match, seat, source.home))


def _expellable(match: EdgeMatch, step: ChoiceStep) -> list[Action]:
    guests = _other_players_there(match, step.seat, step.source.home)
    return [*map(ChoosePlayer, guests), Pass()] if guests else []


def _expel(match: EdgeMatch, step: ChoiceStep, action: ChoosePlayer) -> None:
    move_agents(match, match.state.players[action.seat], action.seat, step.source.home, -1)


# -- trained and untrained ------------------------------------------------------------------------------------


def _can_train(match: EdgeMatch, seat: int, source: Source, op: ops.Train, use: str) -> bool:
    return match.state.players[seat].untrained > 0


def _train(match: EdgeMatch, step: ClauseStep, op: ops.Train) -> None:
    player = match.state.players[step.seat]
    count = min(op.count, player.untrained)
    player.untrained -= count
    player.pool += count
    match.emit(EVERYONE, events.Trained(step.seat, count))


def _untrain(match: EdgeMatch, step: ClauseStep, op: ops.Untrain) -> None:
    untrain(match, step.seat, op.count)


VERBS: dict[type[Any], Verb] = {
    ops.Dispatch: Verb(_can_dispatch, _dispatch, Choice(_numbers, _dispatched)),
    ops.Return: Verb(_can_return, _return, Choice(_numbers, _returned)),
    ops.Station: Verb(_has_pool, choose_each, Choice(_dispatch_choices, _station)),
    ops.Withdraw: Verb(_can_withdraw, choose_each, Choice(_locations_with_agents, _withdraw)),
    ops.Gather: Verb(_can_gather, choose_each, Choice(_locations_with_agents, _gather)),
    ops.Train: Verb(_can_train, _train),
    ops.Untrain: Verb(_has_pool, _untrain),
    ops.Expel: Verb(_are_others_there, choose_each, Choice(_expellable, _expel)),
}
