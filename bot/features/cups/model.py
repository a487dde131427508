"""The data of a cup: its rules, people, ties and standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rules.kernel.content.packs import pack_in
from rules.kernel.words.translation import LOCALES

#: A knock-out and a round robin have two players at a table, groups have more.
CupKind = Literal["knockout", "round_robin", "groups"]
CupStatus = Literal["entry", "playing", "over", "ended"]
#: How a tie was settled: by play, at random after draws, by the host, because players dropped out, without an opponent,
#: or with no players left.
How = Literal["played", "lot", "awarded", "walkover", "bye", "void"]
#: The next event of an unsettled tie: the opening of its next table, that match's end, or the host's award after a
#: match that ended without a result or is frozen.
Awaited = Literal["table", "match", "award"]
State = Literal["in", "out", "dropped", "champion"]


@dataclass(frozen=True, slots=True)
class CupRules:
    """The rules of a cup."""

    kind: CupKind = "knockout"
    #: The most players at a table; always two except in groups.
    size: int = 2
    #: The most matches of a tie: 1, or 3 for the best of three.
    series: int = 1
    #: How many players of each table in a group cup advance.
    onward: int = 1
    #: Whether all entrants bring a deck with their entry and play it to the end of the cup.
    sealed: bool = False
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pace: Mapping[str, Any] = field(default_factory=dict[str, Any])
    locale: str = LOCALES[0]
    #: Whether its matches are rated, and whether hints are allowed in them.
    rated: bool = False
    hints: bool = False
    #: Whether the cup's channel is an announcement channel, whose threads have another type.
    news: bool = False
    #: After this many seconds the host is asked about unfinished ties of a round; None for never.
    round_lasts: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the saved form."""
        return asdict(self)

    @property
    def pack(self) -> str:
        """The name of the content pack that the cup is played with."""
        return pack_in(self.options)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> CupRules:
        """Parse saved rules; fields unknown to this version are ignored."""
        return cls(**{name: value for name, value in saved.items() if name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class CupEntrant:
    """A participant of a cup."""

    user_id: int
    name: str
    entered_at: int
    dropped_at: int | None = None
    #: The level of a computer; None for a person. Computers have ids below 0.
    computer: str | None = None
    #: True if they have brought a deck. Its contents stay secret until the cup is over.
    has_deck: bool = False

    @property
    def plays(self) -> bool:
        """Return whether the participant has not dropped out."""
        return self.dropped_at is None


@dataclass(frozen=True, slots=True)
class CupGame:
    """The result of one match of a tie, known after its end."""

    match_id: int
    #: Each user's place; 1 is best, and equal places are a draw.
    places: Mapping[int, int]
    #: Each user's points by the game's rules, if it has any.
    totals: Mapping[int, float] = field(default_factory=dict[int, float])

    @property
    def winner(self) -> int | None:
        """The only user in first place; None for a draw."""
        first = [user for user, place in self.places.items() if place == 1]
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A tie: the players drawn against each other in a round, their matches, and the result."""

    round: int
    number: int
    #: The players' ids in the seat order of the first match. A single player has a bye.
    people: tuple[int, ...]
    #: The ids of the matches opened so far, and the results of those that have one.
    match_ids: tuple[int, ...] = ()
    games: tuple[CupGame, ...] = ()
    #: Set when the tie is settled: points for the standings, the remaining players from first to last, and the players
    #: who advance (unused in a round robin).
    points: Mapping[int, int] = field(default_factory=dict[int, int])
    order: tuple[int, ...] = ()
    onward: tuple[int, ...] = ()
    how: How | None = None
    settled_at: int | None = None
    drawn_at: int = 0
    awaited: Awaited | None = None
    #: The channel of the tie's last match.
    channel_id: int | None = None
    #: Why its table could not be opened, if an attempt failed.
    trouble: str | None = None

    @property
    def is_settled(self) -> bool:
        """Return whether the tie is decided."""
        return self.settled_at is not None

    def wins(self, user_id: int) -> int:
        """Return how many matches of the tie a user has won."""
        return sum(game.winner == user_id for game in self.games)


@dataclass(frozen=True, slots=True)
class CupStanding:
    """A user's standing in a cup."""

    #: The place in the standings. Equal players share a place.
    place: int
    user_id: int
    name: str
    points: int
    #: The number of ties, not matches; the next three count ties, too.
    played: int
    won: int
    drawn: int
    lost: int
    #: The values of the tie breaks by name, the most important first; `standings.TIE_BREAKS` has their titles.
    tie_breaks: Mapping[str, float]
    state: State
    computer: str | None = None
    #: The user's current or last round; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table of a cup, for one match of a tie, opened or still to open."""

    cup_id: int
    round: int
    number: int
    #: The match's number within its tie, from 1.
    place: int
    #: The players in seat order.
    people: tuple[CupEntrant, ...]
    #: The id of the table's match; None until it is opened.
    match_id: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """The table's key, unique within the cup: round, tie, and number within the tie."""
        return self.round, self.number, self.place

    @property
    def users(self) -> tuple[int, ...]:
        """Return the players' ids."""
        return tuple(one.user_id for one in self.people)


@dataclass(frozen=True, slots=True)
class CupView:
    """All visible data of a cup."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    name: str
    host_id: int
    rules: CupRules
    status: CupStatus
    #: The current round, 0 before the first; and the number of rounds, None while it isn't known (groups).
    round: int
    rounds: int | None
    entrants: tuple[CupEntrant, ...]
    #: The ties of all rounds drawn so far, in order.
    fixtures: tuple[Fixture, ...]
    standings: tuple[CupStanding, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    #: When the host is asked about unfinished ties of this round; None for never.
    round_ends_at: int | None
    #: The hash of the seed of all draws; and the seed itself, None until the cup is over.
    seal: str = ""
    seed: str | None = None

    @property
    def champion(self) -> CupStanding | None:
        """The winner's standing; None without a winner."""
        return next((one for one in self.standings if one.state == "champion"), None)

    def fixtures_of(self, number: int) -> list[Fixture]:
        """Return the ties of a round."""
        return [fixture for fixture in self.fixtures if fixture.round == number]

    def entrant(self, user_id: int) -> CupEntrant | None:
        """Return a participant, or None for other users."""
        return next((one for one in self.entrants if one.user_id == user_id), None)

    def fixture_of(self, user_id: int) -> Fixture | None:
        """Return a user's tie of this round, or None."""
        return next((fixture for fixture in self.fixtures_of(self.round) if user_id in fixture.people), None)

    def names(self, users: Sequence[int]) -> list[str]:
        """Return these users' names, not escaped."""
        known = {one.user_id: one.name for one in self.entrants}
        return [known[user] for user in users]
