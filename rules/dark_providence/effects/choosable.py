"""What can be chosen for each operation that asks: agents, cities, cards, players, targets."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, cultist, distinct, has_frame, is_cultist, is_deep_one
from rules.dark_providence.board.board import asset_city, free_locks, kind_of, owners, targets
from rules.dark_providence.board.counts import amount
from rules.dark_providence.board.deck import kinds
from rules.dark_providence.board.routes import adjacent, costs
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import MI_GO
from rules.dark_providence.effects.acquiring import may_take
from rules.dark_providence.effects.influence import open_targets
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import ChoiceStep

#: How the Great Old One is named among the players who can be chosen.
OLD_ONE = "old_one"


def rivals(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the other players; in solo play the Great Old One."""
    state = match.state
    if state.old_one is not None:
        return [OLD_ONE]
    return [str(seat) for seat in range(state.seats) if seat != step.seat]


def places(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what a marker may be placed on."""
    assert isinstance(step.op, ops.Place)
    if not match.state.players[step.seat].supply:
        return []
    return [name for name in open_targets(match) if step.op.at in ("any", kind_of(match.state, name))]


def moves(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the agents who can go somewhere, or where the one named can go."""
    assert isinstance(step.op, ops.Move)
    state = match.state
    if step.mover:
        return reached(match, step.op, step.mover)
    agents = distinct(state, agents_of(state, step.seat))
    return [agent for agent in agents if reached(match, step.op, agent)]


def reached(match: Providence, op: ops.Move, agent: str) -> list[str]:
    """Return where an agent gets by this move."""
    city = match.state.agents[agent].city
    return adjacent(match, city) if op.reach == "adjacent" else list(costs(match, city))


def turnable(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the agents who still show their original side."""
    assert isinstance(step.op, ops.TurnAgents)
    state = match.state
    own = agents_of(state, step.seat)
    return [
        agent
        for agent, piece in state.agents.items()
        if not piece.returned and not is_deep_one(agent) and not is_cultist(agent)
        if step.op.whose == "any" or agent in own
    ]


def acquirable(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what an effect can acquire (DP-ACQ.17 to 19)."""
    op = step.op
    assert isinstance(op, ops.Acquire)
    state = match.state
    here = {state.agents[agent].city for agent in agents_of(state, step.seat)}
    most = amount(match, step.seat, op.most)
    found: list[str] = []
    for target in targets(state):
        if kind_of(state, target) != op.what or not may_take(match, step.seat, target, locked=op.locked):
            continue
        city = target if op.what == "city" else asset_city(state, target)
        if city and (match.content.cities[city].control > most or (op.here and city not in here)):
            continue
        found.append(target)
    return found


def deep_one_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Cities with an own agent; with all eight in play the card's action still ends the game (DP-HC.50)."""
    state = match.state
    return list({state.agents[agent].city: "" for agent in agents_of(state, step.seat)})


def drive_offs(match: Providence, step: ChoiceStep) -> list[str]:
    """Return every target with another player's markers, as "target/owner"."""
    return [
        f"{target}/{owner}"
        for target, marks in match.state.marks.items()
        for owner in range(owners(match.state))
        if marks[owner] and owner != step.seat
    ]


def assets(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the face-up primary assets."""
    return [place.stack[0] for place in match.state.places.values() if place.stack]


def peeks(match: Providence, step: ChoiceStep) -> list[str]:
    """Players whose allegiance this seat does not know for certain; in solo play there is nothing to see."""
    return [
        str(seat)
        for seat, player in enumerate(match.state.players)
        if seat != step.seat and not (player.revealed or player.shown or step.seat in player.seen)
    ]


def unmasks(match: Providence, step: ChoiceStep) -> list[str]:
    """Return whose allegiance is not revealed yet; in solo play the hidden cultists."""
    state = match.state
    if state.old_one is not None:
        return [cultist(who) for who, side in enumerate(state.old_one.cultists, 1) if not side.revealed]
    return [str(seat) for seat, player in enumerate(state.players) if seat != step.seat and not player.revealed]


def fetches(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the cards of the own discard pile."""
    return kinds(match, match.state.players[step.seat].discard)


def purges(match: Providence, step: ChoiceStep) -> list[str]:
    """Return the other cards in the own hand: the card in use leaves it before its effect begins (DP-ACT.5)."""
    return kinds(match, [card for card in match.state.players[step.seat].hand if card != step.card])


def law_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Return where martial law is not in force."""
    return [city for city in match.state.places if city != match.state.martial_law]


def cthulhu_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Return where Cthulhu is not."""
    return [city for city in match.state.places if city != match.state.cthulhu]


def whateley_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Return where a Whateley marker can be put, while there are any."""
    return list(match.state.places) if len(match.state.whateleys) < 3 else []


def mi_go_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Return where the Mi-Go can come to."""
    state = match.state
    free = MI_GO not in state.agents and MI_GO not in state.destroyed and has_frame(state, step.seat)
    return [city for city in state.places if city != state.cthulhu] if free else []


def locks(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what can be locked or unlocked, as "place/target" and "remove/target"."""
    assert isinstance(step.op, ops.Lock)
    state = match.state
    found: list[str] = []
    if step.op.mode != "remove" and free_locks(state):  # (DP-LOCK.5)
        found += [f"place/{target}" for target in targets(state) if target not in state.locks]
    if step.op.mode != "place":
        found += [f"remove/{target}" for target in state.locks]
    return found
