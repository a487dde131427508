"""Checks of a match's settings: its options, the player count, the time control and names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from bot.matches.clocks.time_control import OnTimeout
from bot.matches.quotas import storable_text
from bot.matches.service_results import SeatInfo
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum length of a saved name. Discord's own limit is lower; this limit protects the database.
NAME_LENGTH = 100


def checked_options(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """Return all options of a match, with defaults filled in. Raises Refusal for an invalid option."""
    unknown = sorted(set(options) - set(game.options.model_fields))
    if unknown:
        raise Refusal(N_("This game has no option called {name}."), name=unknown[0][:NAME_LENGTH])
    try:
        return game.options.model_validate(options).model_dump(mode="json")
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        if not place:
            raise Refusal(N_("These options don't go together.")) from None
        raise Refusal(N_("The option {name} can't have that value."), name=str(place[0])[:NAME_LENGTH]) from None


def checked_name(name: str) -> str:
    """Return a name shortened and cleaned so the database accepts it."""
    return storable_text(name[:NAME_LENGTH])


def check_seats(game: AnyGame, count: int) -> None:
    """Raise Refusal if the game can't be played by this many players."""
    least, most = game.seats[0], game.seats[-1]
    if count in game.seats:
        return
    if least == most:
        raise Refusal(N_("This game is for exactly {least} players; you have {n}."), least=least, n=count)
    raise Refusal(N_("This game is for {least} to {most} players; you have {n}."), least=least, most=most, n=count)


def renumbered(seats: Iterable[SeatInfo]) -> list[SeatInfo]:
    """Return new seats for these players, numbered in this order, as in a match that hasn't started."""
    return [SeatInfo(number, seat.user_id, seat.name, computer=seat.computer) for number, seat in enumerate(seats)]


def waits_for_people(game: AnyGame, options: dict[str, Any]) -> bool:
    """Return whether these options require players to bring decks or agree to terms before the match starts."""
    brought = game.decks is not None and game.decks.are_brought(options)
    return brought or bool(game.consent(Translator(), checked_options(game, options)))


def possible_timeouts(game: AnyGame) -> list[OnTimeout]:
    """Return what the players of this game can choose to happen when a clock runs out."""
    knows = {OnTimeout.ANSWER: game.plainest is not None, OnTimeout.CONCEDE: game.concede is not None}
    return [end for end in OnTimeout if knows.get(end, True)]
