"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.app.settings import ConfigError, parse_database

if TYPE_CHECKING:
    from rules.kernel.game import AnyGame

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `tenebrae games` lists it.")]
Seats = Annotated[int, typer.Option(help="Number of players.")]
Pack = Annotated[
    Path | None, typer.Option("--pack", metavar="FOLDER", help="Play with the content pack in this folder.")
]
OwnPack = Annotated[
    bool,
    typer.Option("--own-pack", help="Write the file even if it names cards of its server's content pack by their IDs."),
]
Seed = Annotated[int, typer.Option(help="The seed; the same seed gives the same match.")]


def game_named(game_id: str) -> AnyGame:
    """Return the game with this id; raises ConfigError if there is none."""
    import rules

    if game_id not in rules.GAMES:
        game_ids = ", ".join(rules.GAMES)
        raise ConfigError(f"There is no game {game_id!r}; the games are: {game_ids}.")
    return rules.GAMES[game_id]


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise ConfigError if a game doesn't support this number of seats."""
    if seats not in game.seats:
        raise ConfigError(f"{game.id} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")


def database_named(text: str) -> Path | str:
    """Return the database that the user named: a file's path, or a server's URL. Raises ConfigError."""
    try:
        return parse_database(text)
    except ValueError as error:
        raise ConfigError(f"This is not a database: {error}.") from None
