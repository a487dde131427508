"""What happens once the choice of an operation is made."""

from __future__ import annotations

from rules.dark_providence.board.agents import add_agent, free_deep_ones, is_cultist, lose_agent, move_agent
from rules.dark_providence.board.allegiance import reveal_card
from rules.dark_providence.board.board import (
    asset_city,
    gain_vp,
    lock,
    put_marks,
    set_controller,
    take_asset,
    take_marks,
    unlock,
)
from rules.dark_providence.board.deck import destroy_card, vanish
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import MI_GO
from rules.dark_providence.effects.assassination import unmask_cultist
from rules.dark_providence.effects.choosable import OLD_ONE
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep
from rules.kernel.data.events import EVERYONE


def rival_vp(match: Providence, step: ChoiceStep, option: str) -> None:
    """Let another player lose VP."""
    assert isinstance(step.op, ops.RivalVp)
    gain_vp(match, 1 if option == OLD_ONE else int(option), -step.op.amount)


def place_marks(match: Providence, step: ChoiceStep, option: str) -> None:
    """Place the markers, all on one target."""
    put_marks(match, step.seat, option, step.left)
    step.left = 1  # all of them go to the one target


def move(match: Providence, step: ChoiceStep, option: str) -> None:
    """Note the agent, then move it to the city."""
    if not step.mover:
        step.mover = option
        step.left += 1  # an agent alone is half a choice
        return
    move_agent(match, step.mover, option)
    step.mover = ""


def turn(match: Providence, step: ChoiceStep, option: str) -> None:
    """Turn an agent to its returned side."""
    match.state.agents[option].returned = True
    match.emit(EVERYONE, events.AgentReturned(option))


def acquire(match: Providence, step: ChoiceStep, option: str) -> None:
    """Acquire by an effect."""
    match.push(AcquireStep(step.seat, option))


def deep_one(match: Providence, step: ChoiceStep, option: str) -> None:
    """Place a Deep One from the supply."""
    free = free_deep_ones(match.state)
    if free:
        add_agent(match, -1, free[0], option)


def drive_off(match: Providence, step: ChoiceStep, option: str) -> None:
    """Send another player's markers home from one target."""
    target, owner = option.rsplit("/", 1)
    count = min(step.left, match.state.marks[target][int(owner)])
    take_marks(match, int(owner), target, count)
    match.emit(EVERYONE, events.DroveOff(step.seat, int(owner), target, count))
    step.left = 1


def destroy_asset(match: Providence, step: ChoiceStep, option: str) -> None:
    """Destroy a face-up primary asset."""
    destroy_face_up(match, option)


def destroy_face_up(match: Providence, card: str) -> None:
    """Destroy a face-up primary asset; its stack may run out (DP-ASSET.10, DP-DESTROY.7)."""
    city = asset_city(match.state, card)
    vanish(match, card)
    match.state.destroyed.append(card)
    match.emit(EVERYONE, events.CardDestroyed(card))
    take_asset(match, city)


def peek(match: Providence, step: ChoiceStep, option: str) -> None:
    """Looking in secret is not revealing (DP-HC.45)."""
    other = match.state.players[int(option)]
    other.seen.append(step.seat)
    match.reveal()
    match.emit(EVERYONE, events.LookedAt(step.seat, int(option)))
    match.emit((step.seat,), events.SawAllegiance(step.seat, int(option), other.allegiance))


def unmask(match: Providence, step: ChoiceStep, option: str) -> None:
    """Make a player, or a cultist, show the allegiance."""
    if is_cultist(option):
        unmask_cultist(match, int(option[-1]))
    else:
        reveal_card(match, int(option), "card")


def fetch(match: Providence, step: ChoiceStep, option: str) -> None:
    """Take a card from the discard pile into the hand."""
    player = match.state.players[step.seat]
    player.discard.remove(option)
    player.hand.append(option)
    match.emit(EVERYONE, events.GotCard(step.seat, option, "hand"))


def purge(match: Providence, step: ChoiceStep, option: str) -> None:
    """A destroyed agent card takes its marker along; no card is drawn for it (DP-DESTROY.2, DESTROY.6)."""
    if option in match.state.agents:
        lose_agent(match, option, replaced=False)
    else:
        destroy_card(match, option, replaced=False)


def martial_law(match: Providence, step: ChoiceStep, option: str) -> None:
    """Put the martial-law marker on a city."""
    match.state.martial_law = option
    match.emit(EVERYONE, events.MarkerPut("martial_law", option))


def cthulhu(match: Providence, step: ChoiceStep, option: str) -> None:
    """The city's controller loses it with its VP, and its card goes back to area E."""
    state = match.state
    state.cthulhu = option
    match.emit(EVERYONE, events.MarkerPut("cthulhu", option))
    if state.places[option].controller >= 0:
        set_controller(match, option, -1)
        if option in state.owners:
            destroy_card(match, option)


def whateley(match: Providence, step: ChoiceStep, option: str) -> None:
    """Put a Whateley marker on a city."""
    match.state.whateleys.append(option)
    match.state.whateley_seat = step.seat
    match.emit(EVERYONE, events.MarkerPut("whateley", option))


def mi_go(match: Providence, step: ChoiceStep, option: str) -> None:
    """Bring the Mi-Go to a city."""
    add_agent(match, step.seat, MI_GO, option)


def lock_or_unlock(match: Providence, step: ChoiceStep, option: str) -> None:
    """Place or remove a lock."""
    verb, target = option.split("/", 1)
    if verb == "place":
        lock(match, step.seat, target)
    else:
        unlock(match, step.seat, target)
