"""Actions of simulated players other than moves: absences, pauses, undo, standing orders, look-ups and votes."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.simulated.event_plan import DAY
from tests.sockets.discord_data import Interaction, Message
from tests.sockets.players import verb_of

if TYPE_CHECKING:
    from tests.simulated.people import SimulatedPerson
    from tests.simulated.simulated_tables import SimulatedMatch

PlayerAction = Callable[["SimulatedPerson", "SimulatedMatch", random.Random], Awaitable[Any]]
#: The verbs of the buttons that answer votes and questions about late players.
ASKED = ("vote", "latecomputer", "latewait")


async def done(guest: SimulatedPerson, table: SimulatedMatch, what: str, dice: random.Random) -> None:
    """Let a person perform the action named `what` in a match, if they can use the match's channel."""
    if guest.can_use(table.channel) and not table.over:
        guest.player.channel_id = table.channel.id
        await _ACTIONS[what](guest, table, dice)


def _typed(line: str, **options: Any) -> PlayerAction:
    async def types(guest: SimulatedPerson, table: SimulatedMatch, dice: random.Random) -> Interaction:
        return await guest.use(guest.player.typed(line, **options))

    return types


def _then(line: str, *verbs: str, **options: Any) -> PlayerAction:
    """Return a function that uses a command and then presses, in the answer, a component with each of these verbs."""

    async def does(guest: SimulatedPerson, table: SimulatedMatch, dice: random.Random) -> None:
        asked = await guest.use(guest.player.typed(line, **options))
        for verb in verbs:
            if asked.original is None or not await pressed(guest, asked.original, (verb,), dice):
                return

    return does


async def pressed(guest: SimulatedPerson, message: Message, verbs: tuple[str, ...], dice: random.Random) -> bool:
    """Use a random button or menu that has one of these verbs; return whether the message had any."""
    shown = guest.find(message)
    items = [item for item in shown.items() if not item.get("disabled") and verb_of(item) in verbs] if shown else []
    if not items or shown is None:
        return False
    item = dice.choice(items)
    value = dice.choice(item["options"])["value"] if item["type"] == 3 else None
    await guest.use(guest.player.pressed(shown, custom_id=item["custom_id"], value=value))
    return True


async def _away(guest: SimulatedPerson, table: SimulatedMatch, dice: random.Random) -> None:
    days = dice.choice([1, 1, 2])
    asked = await guest.use(guest.player.typed("away", until=str(days)))
    if "You're away" in asked.said and dice.random() < 0.7:
        guest.absent_for(days * DAY)


async def _orders(guest: SimulatedPerson, table: SimulatedMatch, dice: random.Random) -> None:
    asked = await guest.use(guest.player.typed("orders"))
    if asked.original is not None:
        await pressed(guest, asked.original, ("ordergroup", "orderpage", "order"), dice)
        await pressed(guest, asked.original, ("order",), dice)


async def answered(guest: SimulatedPerson, table: SimulatedMatch, dice: random.Random) -> None:
    """Answer the open votes and questions about late players in a match. A person answers each of them at most once."""
    for post in table.channel.posts()[-12:]:
        items = [item for item in post.items() if not item.get("disabled") and verb_of(item) in ASKED]
        if not items or (guest.number, post.id) in table.answered or dice.random() < 0.4:
            continue
        table.answered.add((guest.number, post.id))
        # Usually press the first button, which agrees.
        item = items[0] if dice.random() < 0.8 else dice.choice(items)
        await guest.use(guest.player.pressed(post, custom_id=item["custom_id"]))


_ACTIONS: Mapping[str, PlayerAction] = {
    "away": _away,
    "back": _then("away", "iamback"),
    "pause": _typed("table ask", what="pause", days=1),
    "resume": _typed("table resume"),
    "extend": _typed("table ask", what="extend", hours=12),
    "undo": _then("undo", "back"),
    "ask to undo": _then("undo", "goback"),
    "orders": _orders,
    "computer": _typed("match computer", level="easy"),
    "return": _typed("match return"),
    "nudge": _typed("table nudge"),
    "hand": _typed("hand"),
    "text": _typed("match text"),
    "log": _typed("match log"),
    "status": _typed("match status"),
    "board": _typed("match board"),
    "waiting": _typed("waiting"),
    "ring privately": _typed("settings", calls="private"),
    "ring here": _typed("settings", calls="channel"),
}
