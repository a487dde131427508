"""The lines of `tenebrae export`: a model for each kind, and the source of the published schema.

docs/data.md shows the same fields; a test compares. Additions don't raise `FORMAT`; changes and removals do.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.features.profiles.statements.results import Ending

#: The format's number, which tells readers how to parse the file.
FORMAT = 1


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExportLine(_Line):
    """The first line of every file: what was exported, and how."""

    line: Literal["export"] = "export"
    format: int = Field(description="The number of this format: 1. It rises when a field changes its meaning or goes.")
    at: int = Field(description="When the export was made.")
    names: bool = Field(description="Whether ids are Discord's own and names are told; otherwise ids are pseudonyms.")
    game: str | None = Field(description="The only game that was wanted.")
    server: str | None = Field(description="The only server that was wanted.")
    since: str | None = Field(description="The first day of the end (UTC) that was wanted.")
    until: str | None = Field(description="The last day of the end (UTC) that was wanted.")


class Holder(_Line):
    """What became of one person, or one computer, in a match; a seat that changed hands has one for each holder."""

    seat: int = Field(description="The number of the seat, from 0.")
    player: str | None = Field(description="Who it is; null for a computer.")
    name: str | None = Field(description="The name at that table; null without `--names` and for computers.")
    last: bool = Field(
        description="Whether they held the seat at the end; only then what follows up to `played` is told."
    )
    computer: str | None = Field(description="The level of the computer that played the seat at the end.")
    place: int | None = Field(description="The place among the seats, 1 is best; null where the match has none.")
    won: bool = Field(description="Whether they won; several can.")
    total: float | None = Field(description="The points; null where the match has none.")
    scores: dict[str, float] = Field(description="The points by category, by the game's names.")
    played: dict[str, str] = Field(description="What the seat played, such as its deck, by the game's ids.")
    moves: int = Field(description="How many moves this person made by hand or by orders.")
    of_moves: int = Field(description="How many moves were made in the seat.")
    answers_in: int | None = Field(description="The median of the seconds from what others did to this person's move.")
    hints: int = Field(description="How often a hint was asked for in the seat.")


class MatchLine(_Line):
    """A match that has ended, and what became of everybody in it."""

    line: Literal["match"] = "match"
    match: str = Field(description="The match.")
    game: str = Field(description="The game's id.")
    server: str = Field(description="The server.")
    players: int = Field(description="The number of seats.")
    options: dict[str, Any] = Field(description="All options but the content pack, by the game's names.")
    pace: dict[str, Any] = Field(description="How fast it was played: empty without a clock.")
    rounds: int = Field(description="The round of its end, 0 for a game without rounds.")
    moves: int = Field(description="How many moves led to its end.")
    ending: Ending = Field(
        description="How it ended: `played` by its rules, `conceded`, `draw`, `agreed` without a result, or `ended` by"
        " whoever may alone."
    )
    started_at: int = Field(description="When it began.")
    ended_at: int = Field(description="When it ended.")
    rated: bool = Field(description="Whether its table wanted it to count for ratings.")
    own_pack: bool = Field(
        description="Whether it was played with a content pack of a group's own, which is not named."
    )
    told: Literal["all", "public", "none"] = Field(
        description="Which moves are in the export: `all` with all that was hidden, the `public` ones, or `none`."
    )
    seats: list[Holder] = Field(description="Everybody who held a seat: by seat, whoever held it at the end first.")


class StartLine(_Line):
    """A match as it began; its moves follow, in order."""

    line: Literal["start"] = "start"
    match: str = Field(description="The match.")
    game: str = Field(description="The game's id.")
    players: int = Field(description="The number of seats.")
    options: dict[str, Any] = Field(description="All options but the content pack, by the game's names.")
    seats: list[str | None] = Field(description="Who held each seat at the end; null for a computer.")
    at: int = Field(description="When it began.")
    position: dict[str, Any] | None = Field(
        description="The match as it was saved, with the seed of its chance; null where only `public` moves are told."
    )


class MoveLine(_Line):
    """Something that happened to a match; what was taken back is left out."""

    line: Literal["move"] = "move"
    match: str = Field(description="The match.")
    number: int = Field(description="The number among the lines of its match, from 1.")
    at: int = Field(description="When it happened.")
    kind: str = Field(
        description="What it is: `act` by hand, `order` by a standing order, `late` by the clock, `computer`,"
        " `withdraw` of a sealed choice, `concede`; `undo`, `rewind` or `gm` where going back brought new luck; `draw`,"
        " `agreed`, `end`, `conceded` at an early end; `hand`, `back`, `open`, `seat`, `away`, `here` where a seat is"
        " played by somebody else or may be."
    )
    seat: int | None = Field(description="Whose seat it is about, from 0.")
    player: str | None = Field(description="Who did it, if it was a person.")
    action: dict[str, Any] | None = Field(description="The action by the game's names, with `verb`; null for others.")
    luck: str | None = Field(description="The seed from which all chance comes from here on, where it is new.")
    chance: list[Any] = Field(description="What was drawn: for each draw its label and outcome.")
    events: list[dict[str, Any]] = Field(
        description="What came of it: events by the game's names; `to` has the seats that saw it, null for everybody."
    )


Line = Annotated[ExportLine | MatchLine | StartLine | MoveLine, Field(discriminator="line")]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of every line."""
    title = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A line of tenebrae export"}
    return title | TypeAdapter[Any](Line).json_schema(mode="serialization")
