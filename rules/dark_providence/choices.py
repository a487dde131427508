"""The choices that operations ask for: who or what can be chosen, and what happens then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules.dark_providence import effects, events
from rules.dark_providence.actions import Choose, Done
from rules.dark_providence.agents import (
    add_agent,
    agents_of,
    cultist,
    distinct,
    free_deep_ones,
    has_frame,
    is_cultist,
    is_deep_one,
    lose_agent,
    move_agent,
)
from rules.dark_providence.allegiance import reveal_card
from rules.dark_providence.assassination import unmask_cultist
from rules.dark_providence.board import (
    asset_city,
    call_end,
    free_locks,
    gain_vp,
    kind_of,
    lock,
    owners,
    put_marks,
    set_controller,
    take_asset,
    take_marks,
    targets,
    unlock,
)
from rules.dark_providence.content import DEEP_ONES, MI_GO
from rules.dark_providence.deck import destroy_card, vanish
from rules.dark_providence.influence import open_targets
from rules.dark_providence.routes import adjacent, costs
from rules.dark_providence.state import Providence
from rules.dark_providence.steps import AcquireStep, ChoiceStep, StockStep
from rules.kernel.actions import Action
from rules.kernel.decisions import Decision, decide
from rules.kernel.events import EVERYONE
from rules.kernel.steps import StepRules

if TYPE_CHECKING:
    from rules.dark_providence.content import Asset

#: How the Great Old One is named among the players who can be chosen.
OLD_ONE = "old_one"


# -- what can be chosen ---------------------------------------------------------------------------------------


def _rivals(match: Providence, step: ChoiceStep) -> list[str]:
    state = match.state
    if state.old_one is not None:
        return [OLD_ONE]
    return [str(seat) for seat in range(state.seats) if seat != step.seat]


def _places(match: Providence, step: ChoiceStep) -> list[str]:
    assert isinstance(step.op, effects.Place)
    if not match.state.players[step.seat].supply:
        return []
    return [name for name in open_targets(match) if step.op.at in ("any", kind_of(match.state, name))]


def _moves(match: Providence, step: ChoiceStep) -> list[str]:
    assert isinstance(step.op, effects.Move)
    state = match.state
    if step.mover:
        return _reached(match, step.op, step.mover)
    agents = distinct(state, agents_of(state, step.seat))
    return [agent for agent in agents if _reached(match, step.op, agent)]


def _reached(match: Providence, op: effects.Move, agent: str) -> list[str]:
    city = match.state.agents[agent].city
    return adjacent(match, city) if op.reach == "adjacent" else list(costs(match, city))


def _turnable(match: Providence, step: ChoiceStep) -> list[str]:
    assert isinstance(step.op, effects.TurnAgents)
    state = match.state
    own = agents_of(state, step.seat)
    return [
        agent
        for agent, piece in state.agents.items()
        if not piece.returned and not is_deep_one(agent) and not is_cultist(agent)
        if step.op.whose == "any" or agent in own
    ]


def _acquirable(match: Providence, step: ChoiceStep) -> list[str]:
    from rules.dark_providence.acquiring import may_take
    from rules.dark_providence.resolve import amount

    op = step.op
    assert isinstance(op, effects.Acquire)
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


def _deep_one_cities(match: Providence, step: ChoiceStep) -> list[str]:
    """Cities with an own agent; with all eight in play the card's action still ends the game (DP-HC.50)."""
    state = match.state
    return list({state.agents[agent].city: "" for agent in agents_of(state, step.seat)})


def _drive_offs(match: Providence, step: ChoiceStep) -> list[str]:
    return [
        f"{target}/{owner}"
        for target, marks in match.state.marks.items()
        for owner in range(owners(match.state))
        if marks[owner] and owner != step.seat
    ]


def _assets(match: Providence, step: ChoiceStep) -> list[str]:
    return [place.stack[0] for place in match.state.places.values() if place.stack]


def _peeks(match: Providence, step: ChoiceStep) -> list[str]:
    """Players whose allegiance this seat does not know for certain; in solo play there is nothing to see."""
    return [
        str(seat)
        for seat, player in enumerate(match.state.players)
        if seat != step.seat and not (player.revealed or player.shown or step.seat in player.seen)
    ]


def _unmasks(match: Providence, step: ChoiceStep) -> list[str]:
    state = match.state
    if state.old_one is not None:
        return [cultist(who) for who, side in enumerate(state.old_one.cultists, 1) if not side.revealed]
    return [str(seat) for seat, player in enumerate(state.players) if seat != step.seat and not player.revealed]


def _kinds(match: Providence, cards: list[str]) -> list[str]:
    """Leave out all but one of like cards."""
    seen: dict[str, str] = {}
    for card in sorted(cards):
        seen.setdefault(match.content.cards[card].id, card)
    return list(seen.values())


def _fetches(match: Providence, step: ChoiceStep) -> list[str]:
    return _kinds(match, match.state.players[step.seat].discard)


def _purges(match: Providence, step: ChoiceStep) -> list[str]:
    return _kinds(match, match.state.players[step.seat].hand)


def _law_cities(match: Providence, step: ChoiceStep) -> list[str]:
    return [city for city in match.state.places if city != match.state.martial_law]


def _cthulhu_cities(match: Providence, step: ChoiceStep) -> list[str]:
    return [city for city in match.state.places if city != match.state.cthulhu]


def _whateley_cities(match: Providence, step: ChoiceStep) -> list[str]:
    return list(match.state.places) if len(match.state.whateleys) < 3 else []


def _mi_go_cities(match: Providence, step: ChoiceStep) -> list[str]:
    state = match.state
    free = MI_GO not in state.agents and MI_GO not in state.destroyed and has_frame(state, step.seat)
    return [city for city in state.places if city != state.cthulhu] if free else []


def _locks(match: Providence, step: ChoiceStep) -> list[str]:
    assert isinstance(step.op, effects.Lock)
    state = match.state
    found: list[str] = []
    if step.op.mode != "remove" and free_locks(state):  # (DP-LOCK.5)
        found += [f"place/{target}" for target in targets(state) if target not in state.locks]
    if step.op.mode != "place":
        found += [f"remove/{target}" for target in state.locks]
    return found


# -- what happens then ----------------------------------------------------------------------------------------


def _rival_vp(match: Providence, step: ChoiceStep, option: str) -> None:
    assert isinstance(step.op, effects.RivalVp)
    gain_vp(match, 1 if option == OLD_ONE else int(option), -step.op.amount)


def _place(match: Providence, step: ChoiceStep, option: str) -> None:
    put_marks(match, step.seat, option, step.left)
    step.left = 1  # all of them go to the one target


def _move(match: Providence, step: ChoiceStep, option: str) -> None:
    if not step.mover:
        step.mover = option
        step.left += 1  # an agent alone is half a choice
        return
    move_agent(match, step.mover, option)
    step.mover = ""


def _turn(match: Providence, step: ChoiceStep, option: str) -> None:
    match.state.agents[option].returned = True
    match.emit(EVERYONE, events.AgentReturned(option))


def _acquire(match: Providence, step: ChoiceStep, option: str) -> None:
    match.push(AcquireStep(step.seat, option))


def _deep_one(match: Providence, step: ChoiceStep, option: str) -> None:
    free = free_deep_ones(match.state)
    if free:
        add_agent(match, -1, free[0], option)


def _drive_off(match: Providence, step: ChoiceStep, option: str) -> None:
    target, owner = option.rsplit("/", 1)
    count = min(step.left, match.state.marks[target][int(owner)])
    take_marks(match, int(owner), target, count)
    match.emit(EVERYONE, events.DroveOff(step.seat, int(owner), target, count))
    step.left = 1


def _destroy_asset(match: Providence, step: ChoiceStep, option: str) -> None:
    destroy_face_up(match, option)


def destroy_face_up(match: Providence, card: str) -> None:
    """Destroy a face-up primary asset; its stack may run out (DP-ASSET.10, DP-DESTROY.7)."""
    city = asset_city(match.state, card)
    vanish(match, card)
    match.state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))
    take_asset(match, city)


def _peek(match: Providence, step: ChoiceStep, option: str) -> None:
    """Looking in secret is not revealing (DP-HC.45)."""
    other = match.state.players[int(option)]
    other.seen.append(step.seat)
    match.reveal()
    match.emit(EVERYONE, events.LookedAt(step.seat, int(option)))
    match.emit((step.seat,), events.SawAllegiance(step.seat, int(option), other.allegiance))


def _unmask(match: Providence, step: ChoiceStep, option: str) -> None:
    if is_cultist(option):
        unmask_cultist(match, int(option[-1]))
    else:
        reveal_card(match, int(option), "card")


def _fetch(match: Providence, step: ChoiceStep, option: str) -> None:
    player = match.state.players[step.seat]
    player.discard.remove(option)
    player.hand.append(option)
    match.emit(EVERYONE, events.GotCard(step.seat, option, "hand"))


def _purge(match: Providence, step: ChoiceStep, option: str) -> None:
    """A destroyed agent card takes its marker along, and the other way round (DP-DESTROY.2)."""
    if option in match.state.agents:
        lose_agent(match, option)
    else:
        destroy_card(match, option)


def _martial_law(match: Providence, step: ChoiceStep, option: str) -> None:
    match.state.martial_law = option
    match.emit(EVERYONE, events.MarkerPut("martial_law", option))


def _cthulhu(match: Providence, step: ChoiceStep, option: str) -> None:
    """The city's controller loses it with its VP, and its card goes back to area E."""
    state = match.state
    state.cthulhu = option
    match.emit(EVERYONE, events.MarkerPut("cthulhu", option))
    if state.places[option].controller >= 0:
        set_controller(match, option, -1)
        if option in state.owners:
            destroy_card(match, option)


def _whateley(match: Providence, step: ChoiceStep, option: str) -> None:
    match.state.whateleys.append(option)
    match.state.whateley_seat = step.seat
    match.emit(EVERYONE, events.MarkerPut("whateley", option))


def _mi_go(match: Providence, step: ChoiceStep, option: str) -> None:
    add_agent(match, step.seat, MI_GO, option)


def _lock(match: Providence, step: ChoiceStep, option: str) -> None:
    verb, target = option.split("/", 1)
    if verb == "place":
        lock(match, step.seat, target)
    else:
        unlock(match, step.seat, target)


Options = Callable[[Providence, ChoiceStep], list[str]]
Deed = Callable[[Providence, ChoiceStep, str], None]
_TABLE: dict[type[Any], tuple[Options, Deed]] = {
    effects.RivalVp: (_rivals, _rival_vp),
    effects.Place: (_places, _place),
    effects.Move: (_moves, _move),
    effects.TurnAgents: (_turnable, _turn),
    effects.Acquire: (_acquirable, _acquire),
    effects.DeepOnes: (_deep_one_cities, _deep_one),
    effects.DriveOff: (_drive_offs, _drive_off),
    effects.DestroyAsset: (_assets, _destroy_asset),
    effects.Peek: (_peeks, _peek),
    effects.Unmask: (_unmasks, _unmask),
    effects.Fetch: (_fetches, _fetch),
    effects.Purge: (_purges, _purge),
    effects.MartialLaw: (_law_cities, _martial_law),
    effects.Cthulhu: (_cthulhu_cities, _cthulhu),
    effects.Whateley: (_whateley_cities, _whateley),
    effects.MiGo: (_mi_go_cities, _mi_go),
    effects.Lock: (_locks, _lock),
}
#: What may be declined, because its text says "up to" or "may".
OPTIONAL: tuple[type[Any], ...] = (
    effects.Move,
    effects.TurnAgents,
    effects.Acquire,
    effects.DriveOff,
    effects.DestroyAsset,
    effects.Fetch,
    effects.Purge,
)


def options(match: Providence, step: ChoiceStep) -> list[str]:
    """Return what can be chosen now."""
    return _TABLE[type(step.op)][0](match, step)


def is_possible(match: Providence, step: ChoiceStep) -> bool:
    """Tell whether there is anything to choose, without looking into hidden hands of others."""
    if isinstance(step.op, effects.DeepOnes) and not free_deep_ones(match.state) and step.card != DEEP_ONES:
        return False
    return bool(options(match, step))


class ChoiceRules(StepRules[ChoiceStep]):
    """Choose until nothing is left to choose; a single compulsory choice is made without asking."""

    def advance(self, match: Providence, step: ChoiceStep) -> bool:
        if isinstance(step.op, effects.DeepOnes) and not free_deep_ones(match.state):
            match.finish(step)
            if step.card == DEEP_ONES:  # (DP-END.5)
                call_end(match, step.seat, "deep_ones")
            return True
        found = options(match, step) if step.left else []
        if not found:
            match.finish(step)
            return True
        if len(found) == 1 and not self._may_stop(step):
            self._choose(match, step, found[0])
            return True
        return False

    def _may_stop(self, step: ChoiceStep) -> bool:
        return isinstance(step.op, OPTIONAL) and not step.must and not step.mover

    def decisions(self, match: Providence, step: ChoiceStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(option) for option in options(match, step)]
        if self._may_stop(step):
            offers.append(Done())
        return {step.seat: decide("choose", offers, op=step.op.op, card=step.card, left=step.left, mover=step.mover)}

    def take(self, match: Providence, step: ChoiceStep, seat: int, action: Action) -> None:
        if isinstance(action, Choose):
            self._choose(match, step, action.option)
        else:
            match.finish(step)

    def _choose(self, match: Providence, step: ChoiceStep, option: str) -> None:
        deed = _TABLE[type(step.op)][1]
        before = step.left
        deed(match, step, option)
        step.left -= 1
        step.must = step.must and step.left >= before
        if step.left <= 0:
            match.finish(step)


class StockRules(StepRules[StockStep]):
    """Acquire one of the cards found, or none; the others are shuffled back into the secret stock."""

    def decisions(self, match: Providence, step: StockStep) -> dict[int, Decision]:
        offers: list[Action] = [Choose(card) for card in step.found if self._may(match, step.seat, card)]
        return {step.seat: decide("stock", [*offers, Done()], cards=tuple(step.found))}

    def _may(self, match: Providence, seat: int, card: str) -> bool:
        asset: Asset = match.content.assets[card]
        return asset.agent is None or has_frame(match.state, seat)

    def take(self, match: Providence, step: StockStep, seat: int, action: Action) -> None:
        match.finish(step)
        state = match.state
        if isinstance(action, Choose):
            lead = state.agents.get(state.players[seat].lead)
            city = lead.city if lead else next(iter(state.places))
            match.push(AcquireStep(seat, action.option, city=city))
            kept = [card for card in state.stock if card != action.option]
            state.stock = [action.option, *match.chance.shuffle("stock", kept)]
        else:
            state.stock = match.chance.shuffle("stock", state.stock)
