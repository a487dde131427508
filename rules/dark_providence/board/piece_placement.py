"""The pieces on the boards: markers, locks, VP, tracks and the mythos row. Functions that change them emit events."""

from __future__ import annotations

from rules.dark_providence.content.component_counts import LOCKS, THRESHOLD
from rules.dark_providence.content.effects import Occasion, Ongoing
from rules.dark_providence.content.records import Content
from rules.dark_providence.content.shared_field_types import Kind, Track
from rules.dark_providence.state import events
from rules.dark_providence.state.state import CultistSide, Player, Providence, State
from rules.dark_providence.state.steps import OccasionStep
from rules.kernel.data.events import EVERYONE

#: The name of Limbo in functions that take either a target or Limbo.
LIMBO = "limbo"


def owner_count(state: State) -> int:
    """Return the number of marker owners: one per seat or, in solo play, the player and two cultists (DP-SOLO.9)."""
    return state.seats if state.old_one is None else 3


def owner_state(state: State, owner: int) -> Player | CultistSide:
    """Return the state of a player or cultist by owner number: its supply, Limbo and control markers."""
    if state.old_one is not None and owner > 0:
        return state.old_one.cultists[owner - 1]
    return state.players[owner]


def last_space(content: Content) -> int:
    """Return the number of a track's last space (DP-TRACK.8)."""
    return len(content.board.tracks) - 1


def has_ongoing(match: Providence, seat: int, ongoing: Ongoing) -> bool:
    """Return whether a seat has a mythos card with this ongoing effect (DP-CARD.20)."""
    mythos = match.content.mythos
    owned = match.state.players[seat].mythos
    return bool(owned) and any(ongoing in mythos[card].ongoing for card in owned)


def trigger_occasion(match: Providence, seat: int, what: Occasion, card: str = "") -> None:
    """Trigger the "whenever" powers for this occasion on a seat's mythos cards, except on `card`."""
    mythos = match.content.mythos
    for own in reversed(match.state.players[seat].mythos):
        if own != card and any(power.trigger == what for power in mythos[own].powers):
            match.push(OccasionStep(seat, own))


# -- targets ------------------------------------------------------------------------------------------------


def asset_city(state: State, card: str) -> str:
    """Return the city where this primary asset lies face up; "" if there is none."""
    for city, place in state.places.items():
        if place.stack and place.stack[0] == card:
            return city
    return ""


def target_kind(state: State, target: str) -> Kind | None:
    """Return the kind of a target on the table: a city space, a face-up primary asset, or a mythos card of the row.

    Return None if the table has no target of this name.
    """
    if target in state.places:
        return "city"
    if target in state.row:
        return "mythos"
    return "asset" if asset_city(state, target) else None


def kind_of_card(content: Content, target: str) -> Kind:
    """Return the kind of the target with this name, even if the target isn't on the table."""
    return "city" if target in content.cities else "mythos" if target in content.mythos else "asset"


def targets(state: State) -> list[str]:
    """Return everything on the table that can hold influence or a lock (DP-PLACE.2, PLACE.9, PLACE.11)."""
    return [*state.places, *[place.stack[0] for place in state.places.values() if place.stack], *state.row]


def is_sealed(state: State, target: str) -> bool:
    """Return whether Cthulhu blocks influence and acquisitions on a target: he is there, or in the asset's city."""
    return state.cthulhu != "" and state.cthulhu in (target, asset_city(state, target))


# -- influence ----------------------------------------------------------------------------------------------


def markers_on(state: State, target: str) -> list[int]:
    """Return the number of markers on a target, indexed by owner."""
    return state.marks.get(target) or [0] * owner_count(state)


def place_markers(match: Providence, owner: int, target: str, count: int, cards: tuple[str, ...] = ()) -> int:
    """Place up to `count` markers from an owner's supply; return the number placed (DP-PLACE.6)."""
    state = match.state
    holder = owner_state(state, owner)
    count = min(count, holder.supply)
    if count:
        holder.supply -= count
        state.marks.setdefault(target, [0] * owner_count(state))[owner] += count
        match.emit(EVERYONE, events.Placed(owner, target, count, cards))
    return count


def return_markers(match: Providence, owner: int, target: str, count: int) -> None:
    """Return markers from a target or from Limbo to their owner's supply."""
    state = match.state
    holder = owner_state(state, owner)
    if target == LIMBO:
        holder.limbo -= count
    else:
        _remove_markers(state, owner, target, count)
    holder.supply += count


def move_markers(match: Providence, owner: int, origin: str, target: str, count: int) -> None:
    """Move an owner's markers from one target to another."""
    state = match.state
    _remove_markers(state, owner, origin, count)
    state.marks.setdefault(target, [0] * owner_count(state))[owner] += count
    match.emit(EVERYONE, events.ShiftedMarkers(owner, origin, target, count))


def clear_markers(match: Providence, target: str, acquirer: int | None) -> None:
    """Remove all markers from a target: the acquirer's go to Limbo, the rest to supplies (DP-ACQ.11, 12, DESTROY.7)."""
    state = match.state
    for owner, count in enumerate(state.marks.pop(target, ())):
        if count:
            holder = owner_state(state, owner)
            if owner == acquirer:
                holder.limbo += count
            else:
                holder.supply += count
            match.emit(EVERYONE, events.MarkersLeft(owner, target, count, owner == acquirer))


def _remove_markers(state: State, owner: int, target: str, count: int) -> None:
    marks = state.marks[target]
    marks[owner] -= count
    if not any(marks):
        del state.marks[target]


# -- locks --------------------------------------------------------------------------------------------------


def free_locks(state: State) -> int:
    """Return the number of locks in the supply (DP-LOCK.5)."""
    return LOCKS - len(state.locks)


def lock(match: Providence, owner: int, target: str) -> bool:
    """Put a lock on a target that has none, if one is left in the supply (DP-LOCK.4, LOCK.5)."""
    if target in match.state.locks or not free_locks(match.state):
        return False
    match.state.locks.append(target)
    match.emit(EVERYONE, events.Locked(owner, target))
    return True


def unlock(match: Providence, owner: int, target: str) -> None:
    """Remove the lock from a target (DP-LOCK.7)."""
    match.state.locks.remove(target)
    match.emit(EVERYONE, events.Unlocked(owner, target))


def return_lock(state: State, target: str) -> None:
    """Return a target's lock, if it has one, to the supply when the target's card leaves (DP-ACQ.20, DESTROY.7)."""
    if target in state.locks:
        state.locks.remove(target)


# -- VP, tracks, the end --------------------------------------------------------------------------------------


def trigger_end(match: Providence, seat: int, trigger: str) -> None:
    """Trigger the end of the game. Nothing that happens later cancels a trigger (DP-END.8, END.9)."""
    if trigger not in match.state.ending:
        match.state.ending.append(trigger)
        match.emit(EVERYONE, events.EndCalled(seat, trigger))


def gain_vp(match: Providence, owner: int, amount: int, card: str | None = None) -> None:
    """Change an owner's VP. Reaching the threshold in anyone's turn triggers the game's end (DP-END.1, END.11)."""
    state = match.state
    if not amount:
        return
    if state.old_one is not None and owner > 0:  # The Great Old One gets all VP of its cultists (DP-SOLO.45).
        state.old_one.vp += amount
        seat, total = -1, state.old_one.vp
    else:
        state.players[owner].vp += amount
        seat, total = owner, state.players[owner].vp
    match.emit(EVERYONE, events.Vp(seat, amount, total, card))
    if total >= THRESHOLD[state.seats]:
        trigger_end(match, seat, "threshold")


def track_space(state: State, track: str) -> int:
    """Return the number of the space where a track's marker is."""
    return state.ritual if track == "ritual" else state.investigation


def track_spaces_left(match: Providence, track: str, up: bool) -> int:
    """Return how many spaces a track's marker can still move up or down (DP-TRACK.10)."""
    space = track_space(match.state, track)
    return last_space(match.content) - space if up else space


def move_track(match: Providence, track: Track, by: int) -> None:
    """Move a track's marker, stopping at the ends. The last space triggers the end of the game (DP-TRACK.9, 10)."""
    state = match.state
    before = track_space(state, track)
    space = max(0, min(last_space(match.content), before + by))
    if space == before:
        return
    if track == "ritual":
        state.ritual = space
    else:
        state.investigation = space
    match.emit(EVERYONE, events.MovedTrack(track, space - before, space))
    if space == last_space(match.content):
        trigger_end(match, -1, track)


# -- the mythos row and the stacks ----------------------------------------------------------------------------


def add_to_row(match: Providence, count: int) -> None:
    """Move up to `count` mythos cards from the deck to the row; fewer if the deck runs out (DP-LIMIT.3)."""
    state = match.state
    for _ in range(min(count, len(state.mythos_deck))):
        card = state.mythos_deck.pop(0)
        state.row.append(card)
        match.reveal()
        match.emit(EVERYONE, events.RowGrew(card))


def refill_solo_row(match: Providence) -> None:
    """In solo play, if the mythos row is empty, add a card to it (DP-SOLO.22, SOLO.23)."""
    if match.state.old_one is not None and not match.state.row:
        add_to_row(match, 1)


def take_asset(match: Providence, city: str) -> None:
    """Take the face-up asset from a city's stack, and turn the next one, if any, face up (DP-ASSET.5 to 10)."""
    state = match.state
    stack = state.places[city].stack
    return_lock(state, stack.pop(0))
    if stack:
        match.reveal()
        match.emit(EVERYONE, events.TurnedUp(city, stack[0]))
        return
    match.emit(EVERYONE, events.StackRanOut(city))
    move_track(match, "ritual", 2)
    add_to_row(match, 1)


def set_controller(match: Providence, city: str, owner: int) -> None:
    """Give an owner control of a city, and adjust the control markers and VP of both owners (DP-CITY.1 to 4)."""
    state = match.state
    place = state.places[city]
    value = match.content.cities[city].control
    before, place.controller = place.controller, owner
    if owner >= 0:
        owner_state(state, owner).controls -= 1
    match.emit(EVERYONE, events.ControlChanged(city, owner, before))
    if before >= 0:
        owner_state(state, before).controls += 1
        gain_vp(match, before, -value)
    if owner >= 0:
        gain_vp(match, owner, value)
