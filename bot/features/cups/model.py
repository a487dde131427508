"""The data of a cup: its rules, participants, ties and standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rules.kernel.content.packs import pack_in
from rules.kernel.words.translation import LOCALES

#: The kinds of cups. In a knock-out or a round robin, two players sit at each table; in groups, more do.
CupKind = Literal["knockout", "round_robin", "groups"]
CupStatus = Literal["entry", "playing", "over", "ended"]
#: How a tie was settled: by play, by lot after drawn matches, by the host, because players dropped out, because there
#: was no opponent, or because all its players dropped out.
How = Literal["played", "lot", "awarded", "walkover", "bye", "void"]
#: The event that an unsettled tie is waiting for: the opening of its next table, the end of the current match, or the
#: host's award because the match is frozen or ended without a result.
Awaited = Literal["table", "match", "award"]
State = Literal["in", "out", "dropped", "champion"]


@dataclass(frozen=True, slots=True)
class CupRules:
    """The rules of a cup."""

    kind: CupKind = "knockout"
    #: Maximum number of players at a table; always two except in groups.
    size: int = 2
    #: Maximum number of matches in a tie: 1, or 3 for a best-of-three series.
    series: int = 1
    #: Number of players who advance from each table of a group cup.
    onward: int = 1
    #: Whether each entrant must bring a deck when entering, and play that deck until the end of the cup.
    sealed: bool = False
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pace: Mapping[str, Any] = field(default_factory=dict[str, Any])
    locale: str = LOCALES[0]
    #: Whether the cup's matches are rated, and whether hints are allowed in them.
    rated: bool = False
    hints: bool = False
    #: Whether the cup's channel is an announcement channel, where threads have a different type.
    news: bool = False
    #: Number of seconds before the host is asked about a round's unfinished ties; None if the host is never asked.
    round_lasts: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the rules as JSON for the database."""
        return asdict(self)

    @property
    def pack(self) -> str:
        """The name of the cup's content pack."""
        return pack_in(self.options)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> CupRules:
        """Parse rules from the database, ignoring fields unknown to this version."""
        return cls(**{name: value for name, value in saved.items() if name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class CupEntrant:
    """A participant of a cup."""

    user_id: int
    name: str
    entered_at: int
    dropped_at: int | None = None
    #: The level of a computer player; None for a person. Computer players have negative user ids.
    computer: str | None = None
    #: Whether the participant has brought a deck. Its contents stay secret until the cup is over.
    has_deck: bool = False

    @property
    def plays(self) -> bool:
        """Return whether the participant is still in the cup."""
        return self.dropped_at is None


@dataclass(frozen=True, slots=True)
class CupGame:
    """The result of one finished match of a tie."""

    match_id: int
    #: Each user's place. The best place is 1, and players who draw share a place.
    places: Mapping[int, int]
    #: Each user's final points in the game; empty if the game has no points.
    totals: Mapping[int, float] = field(default_factory=dict[int, float])

    @property
    def winner(self) -> int | None:
        """The only user in first place; None if the first place is shared."""
        first = [user for user, place in self.places.items() if place == 1]
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A tie: the players drawn against each other in a round, their matches, and the result."""

    round: int
    number: int
    #: The players' ids in the seat order of the first match. A tie with only one player is a bye.
    people: tuple[int, ...]
    #: The ids of the matches opened so far, and the results of the matches that ended with one.
    match_ids: tuple[int, ...] = ()
    games: tuple[CupGame, ...] = ()
    #: These are set when the tie is settled: each player's points for the standings, the remaining players from first
    #: to last, and the players who advance (unused in a round robin).
    points: Mapping[int, int] = field(default_factory=dict[int, int])
    order: tuple[int, ...] = ()
    onward: tuple[int, ...] = ()
    how: How | None = None
    settled_at: int | None = None
    drawn_at: int = 0
    awaited: Awaited | None = None
    #: The channel of the tie's latest match.
    channel_id: int | None = None
    #: Why the tie's next table could not be opened; None if no attempt has failed.
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

    #: The place in the standings. Equally ranked players share a place.
    place: int
    user_id: int
    name: str
    points: int
    #: Number of ties (not matches) played. The next three fields count won, drawn and lost ties.
    played: int
    won: int
    drawn: int
    lost: int
    #: The values of the tie breaks by name, with the most important one first; `standings.TIE_BREAKS` contains their
    #: titles.
    tie_breaks: Mapping[str, float]
    state: State
    computer: str | None = None
    #: The user's current or last round; 0 before the first round.
    round: int = 0


@dataclass(frozen=True, slots=True)
class CupTable:
    """A table for one match of a cup's tie. It may not be open yet."""

    cup_id: int
    round: int
    number: int
    #: The match's number within its tie, starting at 1.
    place: int
    #: The players in seat order.
    people: tuple[CupEntrant, ...]
    #: The id of the table's match; None until the table is opened.
    match_id: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """The table's unique key within the cup: round, tie number, and match number within the tie."""
        return self.round, self.number, self.place

    @property
    def users(self) -> tuple[int, ...]:
        """Return the players' user ids."""
        return tuple(person.user_id for person in self.people)


@dataclass(frozen=True, slots=True)
class CupView:
    """The public data of a cup."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    name: str
    host_id: int
    rules: CupRules
    status: CupStatus
    #: The current round (0 before the first), and the total number of rounds. The total is None as long as it is
    #: unknown, which happens only in group cups.
    round: int
    rounds: int | None
    entrants: tuple[CupEntrant, ...]
    #: The ties of all rounds drawn so far, in the order of the draw.
    fixtures: tuple[Fixture, ...]
    standings: tuple[CupStanding, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    #: When the host will be asked about this round's unfinished ties; None for never.
    round_ends_at: int | None
    #: A hash of the random seed that determines all draws, and the seed itself. The seed is None until the cup is over.
    seal: str = ""
    seed: str | None = None

    @property
    def champion(self) -> CupStanding | None:
        """The champion's standing; None if there is no champion."""
        return next((standing for standing in self.standings if standing.state == "champion"), None)

    def fixtures_of(self, number: int) -> list[Fixture]:
        """Return the ties of a round."""
        return [fixture for fixture in self.fixtures if fixture.round == number]

    def entrant(self, user_id: int) -> CupEntrant | None:
        """Return the participant with this user id; None if the user has not entered the cup."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def fixture_of(self, user_id: int) -> Fixture | None:
        """Return a user's tie of the current round; None if the user has no tie in this round."""
        return next((fixture for fixture in self.fixtures_of(self.round) if user_id in fixture.people), None)

    def names(self, users: Sequence[int]) -> list[str]:
        """Return these users' names, without escaping them for Discord."""
        name_by_id = {entrant.user_id: entrant.name for entrant in self.entrants}
        return [name_by_id[user] for user in users]
