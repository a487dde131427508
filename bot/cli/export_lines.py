"""Models of the lines that `tenebrae export` writes. The published schema is generated from these models.

docs/data.md lists the same fields, and a test compares the two. `FORMAT_VERSION` must be increased when a field changes
or is removed, but not when one is added.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.features.profiles.statements.results import Ending

#: The version of the format. Programs that read the file use it to choose a parser.
FORMAT_VERSION = 1


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExportLine(_Line):
    """The first line of every file, with the options of the export."""

    line: Literal["export"] = "export"
    format: int = Field(
        description="The number of this format: 1. It rises when a field changes its meaning or is removed."
    )
    at: int = Field(description="When the export was made.")
    names: bool = Field(description="Whether ids are Discord's and names are included; otherwise ids are pseudonyms.")
    game: str | None = Field(description="The only exported game; null for all.")
    server: str | None = Field(description="The only exported server; null for all.")
    since: str | None = Field(description="The first day (UTC) of exported matches' ends; null for no limit.")
    until: str | None = Field(description="The last day (UTC) of exported matches' ends; null for no limit.")


class Holder(_Line):
    """The result of one person or computer player in a match. A seat that changed hands has one result per holder."""

    seat: int = Field(description="The number of the seat, from 0.")
    player: str | None = Field(description="The player; null for a computer.")
    name: str | None = Field(description="The player's name at that table; null without `--names` and for computers.")
    last: bool = Field(
        description="Whether they held the seat at the end; only then are the fields up to `played` filled."
    )
    computer: str | None = Field(description="The level of the computer that played the seat at the end.")
    place: int | None = Field(description="The place among the seats, 1 is best; null if the match has none.")
    won: bool = Field(description="Whether they won; several can.")
    total: float | None = Field(description="The points; null if the match has none.")
    scores: dict[str, float] = Field(description="The points by category, by the game's names.")
    played: dict[str, str] = Field(description="The seat's deck, side and the like, by the game's ids.")
    moves: int = Field(description="The number of moves that this person made by hand or by orders.")
    of_moves: int = Field(description="The number of moves made in the seat.")
    answers_in: int | None = Field(
        description="The median number of seconds from the others' last action to this person's move."
    )
    hints: int = Field(description="The number of hints requested in the seat.")


class MatchLine(_Line):
    """The line for a finished match, with the results of all its players."""

    line: Literal["match"] = "match"
    match: str = Field(description="The match.")
    game: str = Field(description="The game's id.")
    server: str = Field(description="The server.")
    players: int = Field(description="The number of seats.")
    options: dict[str, Any] = Field(description="All options but the content pack, by the game's names.")
    pace: dict[str, Any] = Field(description="The clock's settings; empty without a clock.")
    rounds: int = Field(description="The round of its end, 0 for a game without rounds.")
    moves: int = Field(description="The number of moves up to its end.")
    ending: Ending = Field(
        description="How it ended: `played` by its rules, `conceded`, `draw`, `agreed` without a result, or `ended` by"
        " the host or an administrator."
    )
    started_at: int = Field(description="When it began.")
    ended_at: int = Field(description="When it ended.")
    rated: bool = Field(description="Whether its table chose that it counts for ratings.")
    own_pack: bool = Field(description="Whether it was played with a group's own content pack, which is not named.")
    told: Literal["all", "public", "none"] = Field(
        description="Which moves are in the export: `all` with everything hidden, the `public` ones, or `none`."
    )
    seats: list[Holder] = Field(description="All holders of seats, by seat; the holder at the end comes first.")


class StartLine(_Line):
    """The line for the start of a match, followed by the lines for its moves in order."""

    line: Literal["start"] = "start"
    match: str = Field(description="The match.")
    game: str = Field(description="The game's id.")
    players: int = Field(description="The number of seats.")
    options: dict[str, Any] = Field(description="All options but the content pack, by the game's names.")
    seats: list[str | None] = Field(description="The holder of each seat at the end; null for a computer.")
    at: int = Field(description="When it began.")
    position: dict[str, Any] | None = Field(
        description="The match as it was saved, with its random seed; null if only `public` moves are exported."
    )


class MoveLine(_Line):
    """The line for a move or another entry in a match's journal. Entries that were taken back aren't exported."""

    line: Literal["move"] = "move"
    match: str = Field(description="The match.")
    number: int = Field(description="The number among the lines of its match, from 1.")
    at: int = Field(description="When it happened.")
    kind: str = Field(
        description="The kind of move: `act` by hand, `order` by a standing order, `late` by the clock, `computer`,"
        " `withdraw` of a sealed choice, `concede`; `undo`, `rewind` or `gm` if going back brought new luck; `draw`,"
        " `agreed`, `end`, `conceded` at an early end; `hand`, `back`, `open`, `seat`, `away`, `here` for changes of"
        " the seat's player."
    )
    seat: int | None = Field(description="The seat concerned, from 0.")
    player: str | None = Field(description="The person who did it, if any.")
    action: dict[str, Any] | None = Field(description="The action by the game's names, with `verb`; null for others.")
    luck: str | None = Field(description="The new random seed from here on; null if it is unchanged.")
    chance: list[Any] = Field(description="The draws, each with its label and outcome.")
    events: list[dict[str, Any]] = Field(
        description="The resulting events, by the game's names; `to` has the seats that saw it, null for all."
    )


Line = Annotated[ExportLine | MatchLine | StartLine | MoveLine, Field(discriminator="line")]


def schema() -> dict[str, Any]:
    """Return the JSON Schema that every line conforms to."""
    title = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A line of tenebrae export"}
    return title | TypeAdapter[Any](Line).json_schema(mode="serialization")
