"""What is known of a cup: its rules, who plays, who meets whom, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rules.kernel.content.packs import pack_in
from rules.kernel.words.text import LOCALES

#: Knock-out and round robin are for two at a table, groups for more.
CupKind = Literal["knockout", "round_robin", "groups"]
CupStatus = Literal["entry", "playing", "over", "ended"]
#: How a tie was settled: over the board, by the lot after draws, by the host, since somebody has dropped out, without
#: a rival, or with nobody left.
How = Literal["played", "lot", "awarded", "walkover", "bye", "void"]
#: What an unsettled tie waits for: its next table is opened, that match ends, or the host must award it, as a match has
#: ended without a result or is frozen.
Awaited = Literal["table", "match", "award"]
State = Literal["in", "out", "dropped", "champion"]


@dataclass(frozen=True, slots=True)
class CupRules:
    """How a cup is played."""

    kind: CupKind = "knockout"
    #: How many sit at a table at most; two but in groups.
    size: int = 2
    #: Matches of a tie: 1, or 3 for the best of three.
    series: int = 1
    #: How many of a group's table go on.
    onward: int = 1
    #: Whether everybody brings a deck with the entry and plays it to the end of the cup.
    sealed: bool = False
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pace: Mapping[str, Any] = field(default_factory=dict[str, Any])
    locale: str = LOCALES[0]
    #: Whether its matches count for ratings, and whether hints may be asked for in them.
    rated: bool = False
    hints: bool = False
    #: Whether the cup's channel is one for news, where threads are of another kind.
    news: bool = False
    #: After how many seconds the host is asked about ties of a round that are still played; None for never.
    round_lasts: int | None = None

    def data(self) -> dict[str, Any]:
        """Return what is saved."""
        return asdict(self)

    @property
    def pack(self) -> str:
        """The name of the content pack that it is played with."""
        return pack_in(self.options)

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> CupRules:
        """Return rules that were saved, without what this version does not know."""
        return cls(**{name: value for name, value in saved.items() if name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a cup."""

    user_id: int
    name: str
    entered_at: int
    dropped_at: int | None = None
    #: The level of a computer; None for a person. Computers have ids below 0.
    computer: str | None = None
    #: Whether they have brought a deck; which one nobody else is told before the cup is over.
    has_deck: bool = False

    @property
    def plays(self) -> bool:
        """Whether they have not dropped out."""
        return self.dropped_at is None


@dataclass(frozen=True, slots=True)
class Game:
    """What came of one match of a tie: nothing is known of it before it ends."""

    match_id: int
    #: The place of each at the table; 1 is best, and equal places are a draw.
    places: Mapping[int, int]
    #: The points of each by the rules of the game, where it has them.
    totals: Mapping[int, float] = field(default_factory=dict[int, float])

    @property
    def winner(self) -> int | None:
        """Who alone is first; None for a draw."""
        first = [user for user, place in self.places.items() if place == 1]
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True, slots=True)
class Tie:
    """Who meets whom in a round, and what came of it."""

    round: int
    number: int
    #: In the order in which they sit in the first match; one alone has a bye.
    people: tuple[int, ...]
    #: The matches that were opened, in their order, and what came of those that have ended with a result.
    match_ids: tuple[int, ...] = ()
    games: tuple[Game, ...] = ()
    #: Once it is settled: points for the standings, everybody who has not dropped out from first to last, and who of
    #: them goes on (in a round robin nobody has to).
    points: Mapping[int, int] = field(default_factory=dict[int, int])
    order: tuple[int, ...] = ()
    onward: tuple[int, ...] = ()
    how: How | None = None
    settled_at: int | None = None
    drawn_at: int = 0
    awaited: Awaited | None = None
    #: Where its last match is played, or was.
    channel_id: int | None = None
    #: Why its table could not be opened, if that was tried.
    trouble: str | None = None

    @property
    def is_settled(self) -> bool:
        """Whether it is known who goes on."""
        return self.settled_at is not None

    def wins(self, user_id: int) -> int:
        """Return how many of its matches somebody has won."""
        return sum(game.winner == user_id for game in self.games)


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands in a cup."""

    #: Equal places are shared.
    place: int
    user_id: int
    name: str
    points: int
    #: Ties, not matches.
    played: int
    won: int
    drawn: int
    lost: int
    #: What decides between equal points, by its name and in order; see `standings.TIE_BREAKS` for their titles.
    tie_breaks: Mapping[str, float]
    state: State
    computer: str | None = None
    #: The round in which they went out, or are; 0 before the first.
    round: int = 0


@dataclass(frozen=True, slots=True)
class CupTable:
    """A match of a cup that is to be opened, or that was opened."""

    cup_id: int
    round: int
    number: int
    #: The how manieth match of its tie, from 1.
    place: int
    #: Who sits there, in the order of the seats.
    people: tuple[Entrant, ...]
    #: None while it is not opened.
    match_id: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """What there is once only of in a cup: round, tie and the how manieth match of it."""
        return self.round, self.number, self.place

    @property
    def users(self) -> tuple[int, ...]:
        """Return who sits there."""
        return tuple(one.user_id for one in self.people)


@dataclass(frozen=True, slots=True)
class CupView:
    """Everything that may be shown of a cup."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    name: str
    host_id: int
    rules: CupRules
    status: CupStatus
    #: The round that is played, 0 before the first; and how many there are, None as long as that is open (groups).
    round: int
    rounds: int | None
    entrants: tuple[Entrant, ...]
    #: All rounds that were drawn, in order.
    ties: tuple[Tie, ...]
    standings: tuple[Standing, ...]
    created_at: int
    started_at: int | None
    ended_at: int | None
    #: When the host is asked about the ties of this round; None for never.
    round_ends_at: int | None
    #: The seal of the seed from which everything is drawn; and the seed, once the cup is over.
    seal: str = ""
    seed: str | None = None

    @property
    def champion(self) -> Standing | None:
        """Who has won it."""
        return next((one for one in self.standings if one.state == "champion"), None)

    def ties_of(self, number: int) -> list[Tie]:
        """Return the ties of a round."""
        return [tie for tie in self.ties if tie.round == number]

    def entrant(self, user_id: int) -> Entrant | None:
        """Return somebody who plays in it."""
        return next((one for one in self.entrants if one.user_id == user_id), None)

    def tie_of(self, user_id: int) -> Tie | None:
        """Return somebody's tie of this round."""
        return next((tie for tie in self.ties_of(self.round) if user_id in tie.people), None)

    def names(self, users: Sequence[int]) -> list[str]:
        """Return what these are called, not escaped."""
        known = {one.user_id: one.name for one in self.entrants}
        return [known[user] for user in users]
