"""Helpers for tests of rows, costs and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, LITTLE, enlisting, hold, set_player
from rules.aevum_haeresis.state.actions import Announce, Decline, Done, DrawFrom, Join, Pass
from rules.aevum_haeresis.state.state import Haeresis
from tests.aevum_haeresis import table
from tests.aevum_haeresis.table import card, lay, waive, window
from tests.aevum_haeresis.window_helpers import event, is_asked
from tests.game_helpers import act, asked, play_first

SOUL: dict[str, Any] = {"op": "souls", "amount": 1}
#: A cost of 2 gold, 1 soul and 1 card from the hand.
MIXED_COST: dict[str, Any] = {"gold": 2, "souls": 1, "cards": 1}


def skulls(colour: str = "white", *, skull: bool = True) -> dict[str, Any]:
    """Return a Story's band with the same icon for all three manoeuvres."""
    icon = {"colour": colour, "skull": skull}
    return {"plunder": icon, "recruit": icon, "accuse": icon}


def enlist(match: Haeresis, *, anna: Sequence[str] = (), bela: Sequence[str] = ()) -> Haeresis:
    """Start an Enlistment and lay each seat's row with these cards from the hand, the Active seat first."""
    enlisting(match)
    laid = {ANNA: anna, BELA: bela}
    for seat in (match.state.active, 1 - match.state.active):
        lay(match, seat, *laid[seat])
    return match


def recruit(match: Haeresis, seat: int, name: str = "novice", **fields: Any) -> str:
    """Put a made-up Heretic into a hand. Return its id."""
    return hold(match, seat, card(match, name, **fields))[0]


def hold_unplayable(match: Haeresis, seat: int, count: int) -> list[str]:
    """Put Plot cards that can't be played from an Enlistment row into a hand. Return their ids."""
    return hold(match, seat, *["old_road_tale"] * count)


def souls(match: Haeresis, anna: int, bela: int = 1) -> None:
    """Set the number of souls of each player."""
    set_player(match, ANNA, souls=anna)
    set_player(match, BELA, souls=bela)


def pass_round(match: Haeresis) -> None:
    """Pass for both players until the next Round asks its first question outside a Deus Ex Machina window."""
    number = match.state.round
    while match.state.round == number and not match.over:
        waive(match)
        if match.over or match.state.round != number:
            break
        seat, key = next((seat, one.prompt.key) for seat, one in sorted(match.decisions().items()))
        act(match, {"act": Pass(), "epilogue_discard": Done(), "conflict_draw": DrawFrom("none")}[key], seat)


def decline_all(match: Haeresis) -> None:
    """Decline to pay for every offered card, and waive every window."""
    while True:
        waive(match)
        if match.over or asked(match)[1] != "offer":
            return
        act(match, Decline())


def is_in_pyre(match: Haeresis, seat: int, name: str) -> bool:
    """Return whether this card is in this seat's Pyre and not in play."""
    return name in match.state.players[seat].pyre and name not in match.state.cards


def question(match: Haeresis) -> tuple[int, str]:
    """Return the first seat that must decide and the seat's question, or (-1, "") if the match is over."""
    return next(((seat, one.prompt.key) for seat, one in sorted(match.decisions().items())), (-1, ""))


def _team(match: Haeresis, seat: int, names: Sequence[str]) -> None:
    for name in names:
        act(match, Join(name), seat)
    if question(match) == (seat, "team"):
        act(match, Done(), seat)


def announce_unblocked(match: Haeresis, kind: str = "recruit", *team: str) -> Haeresis:
    """Announce a manoeuvre that no one blocks, by default with the Damned alone."""
    seat, _ = question(match)
    act(match, Announce(kind))
    waive(match)
    _team(match, seat, team or (match.state.players[seat].damned,))
    _team(match, 1 - seat, ())
    return match


def fight(
    match: Haeresis,
    kind: str = "plunder",
    *,
    team: Sequence[str] = (),
    block: Sequence[str] = (),
    anna: Sequence[str] = (),
    bela: Sequence[str] = (),
) -> Haeresis:
    """Start a Conflict, by default between the Damned, and lay these cards from the hands as rows."""
    seat, _ = question(match)
    act(match, Announce(kind))
    waive(match)
    _team(match, seat, team or (match.state.players[seat].damned,))
    _team(match, 1 - seat, block or (match.state.players[1 - seat].damned,))
    laid = {ANNA: anna, BELA: bela}
    for one in (match.state.active, 1 - match.state.active):
        lay(match, one, *laid[one])
    return match


def continue_until(match: Haeresis, until: str = "") -> Haeresis:
    """Do as little as possible until this window opens, this question is asked, or the match ends."""

    def there(match: Haeresis) -> bool:
        return match.over or until == (window(match) if until in WINDOWS else question(match)[1])

    return play_first(match, there, *LITTLE)


def to_discards(match: Haeresis) -> Haeresis:
    """Do as little as possible until the sealed discards in the Epilogue."""
    return play_first(match, lambda match: is_asked(match, "epilogue_discard"), *LITTLE)


def pay(match: Haeresis, *named: str) -> list[Any]:
    """Waive open windows, then pay for the offered card, choosing these options. Return the events."""
    return [*waive(match), *table.pay(match, *named)]


def played(match: Haeresis, seat: int, *ops: dict[str, Any], name: str = "feast", **fields: Any) -> list[Any]:
    """Play a made-up Event from a seat's Enlistment row. Return the events."""
    made = event(match, seat, name, do=list(ops), **fields)
    enlist(match, **{"anna" if seat == ANNA else "bela": [made]})
    return pay(match)


def ending_of(match: Haeresis) -> tuple[bool, int, str]:
    """Return whether the match is over, the winner's seat, and the reason."""
    return match.over, match.state.winner, match.state.reason
