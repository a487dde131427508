"""Users' records of play, for the users themselves and, with their consent, for others in the same server.

Records are computed only from results, so they include no running matches, and nothing that was still hidden when a
match ended early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from bot.features.profiles.statements import profiles, results
from bot.features.profiles.statements.profiles import PastMatch, ProfileMatchRow, RivalRow
from bot.matches.service_results import MatchInfo
from bot.matches.settings.people import People
from bot.store.statements import matches
from bot.store.store import Store
from bot.store.transactions import Transaction

#: Number of matches on a page of a history, maximum number of opponents in a profile, and maximum number of favourites
#: of each kind in a game.
PAGE_SIZE, MAX_RIVALS, MAX_FAVOURITES = 10, 6, 3
#: Maximum number of opponents read from the database. More are read than shown, because opponents with hidden profiles
#: are left out afterwards.
MAX_RIVALS_READ = 60


@dataclass(frozen=True, slots=True)
class Favourite:
    """A user's favourite in a game, such as a deck: the game's id for it, and how often the user played it and won."""

    name: str
    item_id: str
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A user's record in a game."""

    game: str
    #: Number of finished matches, and number of those whose result counts for the user. The fields below, except
    #: `answers_in`, cover only the matches that count.
    matches: int
    counted_matches: int
    won: int
    drawn: int
    #: How often the user finished in each place in multiplayer matches, then the number of solo matches and of solo
    #: wins.
    places: dict[int, int]
    solo_matches: int
    solo_wins: int
    #: Median of the user's response times in seconds; None if no response times are known.
    answers_in: int | None
    favourites: Sequence[Favourite] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A user's record, covering all servers or one server."""

    user_id: int
    guild_id: int | None
    games: Sequence[GameProfile] = ()
    rivals: Sequence[RivalRow] = ()
    answers_in: int | None = None

    @property
    def matches(self) -> int:
        """Return the number of finished matches."""
        return sum(game.matches for game in self.games)

    @property
    def won(self) -> int:
        """Return the number of wins."""
        return sum(game.won for game in self.games)


@dataclass(frozen=True, slots=True)
class PastMatchPage:
    """A page of a user's finished matches, newest first; `last_page` is the index of the last page."""

    matches: Sequence[PastMatch] = field(default_factory=list[PastMatch])
    total: int = 0
    page: int = 0
    last_page: int = 0


class Profiles:
    """Reads users' records."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    async def profile_of(self, user_id: int, guild_id: int | None = None, viewer_id: int | None = None) -> Profile:
        """Return a user's record, covering all servers or one server.

        If `viewer_id` is None, the record is for the user themselves. Other viewers see nothing about opponents who
        hide their profiles.
        """
        read, is_own = self._store.read, viewer_id in (None, user_id)
        rows = await profiles.played(read, user_id, guild_id)
        rival_rows = (
            await profiles.rivals(read, user_id, guild_id, MAX_RIVALS if is_own else MAX_RIVALS_READ) if rows else []
        )
        if not is_own:
            hidden = await self._people.profiles_hidden([rival.user_id for rival in rival_rows])
            rival_rows = [rival for rival in rival_rows if rival.user_id not in hidden or rival.user_id == viewer_id][
                :MAX_RIVALS
            ]
        return Profile(user_id, guild_id, by_game(rows), rival_rows, _median(rows))

    async def past_matches(
        self, user_id: int, game: str | None = None, other_id: int | None = None, page: int = 0
    ) -> PastMatchPage:
        """Return a page of a user's finished matches, optionally limited to one game or to matches with another user.

        `page` comes from a button, so it may be forged; it is limited to existing pages.
        """
        total = await profiles.count(self._store.read, user_id, game, other_id)
        last = max(0, (total - 1) // PAGE_SIZE)
        page = min(max(page, 0), last)
        found = (
            await profiles.page(self._store.read, user_id, game, other_id, page * PAGE_SIZE, PAGE_SIZE) if total else []
        )
        return PastMatchPage(found, total, page, last)

    async def past_match(self, user_id: int, match_id: int) -> PastMatch | None:
        """Return a finished match of a user; None if the match isn't finished or the user never had a seat in it."""
        past_matches = await profiles.several(self._store.read, [match_id])
        return next(
            (past_match for past_match in past_matches if any(row.user_id == user_id for row in past_match.rows)), None
        )

    async def ended_in(self, channel_id: int, limit: int) -> list[PastMatch]:
        """Return the finished matches of a channel, newest first."""
        return await profiles.ended_in(self._store.read, channel_id, limit)

    async def ended_at(self, guild_id: int, games: Sequence[str], limit: int) -> list[PastMatch]:
        """Return a server's latest finished matches in these games, up to `limit` for each game, newest first."""
        return await profiles.ended_at(self._store.read, guild_id, games, limit)

    async def reopened(self, tx: Transaction, match_id: int) -> None:
        """Remove the results of a match, because it is resumed or its ending has changed."""
        await results.remove(tx, match_id)

    async def running_matches(self, user_id: int, limit: int) -> list[MatchInfo]:
        """Return up to `limit` running matches where a user has a seat, newest first."""
        ids = sorted(await matches.played_by(self._store.read, user_id), reverse=True)[:limit]
        found = [await matches.get(self._store.read, match_id) for match_id in ids]
        return [info for info in found if info is not None]


def by_game(rows: Sequence[ProfileMatchRow]) -> list[GameProfile]:
    """Return a user's record in each game, with the most played game first."""
    games = Counter(row.game for row in rows)
    return [_game_profile(game, [row for row in rows if row.game == game]) for game, _ in games.most_common()]


def _game_profile(game: str, rows: Sequence[ProfileMatchRow]) -> GameProfile:
    own_rows = [row for row in rows if row.own and row.place is not None]
    table = [row for row in own_rows if row.players > 1 and row.ending != "draw"]
    solo_rows = [row for row in own_rows if row.players == 1]
    return GameProfile(
        game=game,
        matches=len(rows),
        counted_matches=len(own_rows),
        won=sum(row.won for row in own_rows),
        drawn=sum(row.ending == "draw" for row in own_rows),
        places=dict(sorted(Counter(row.place for row in table if row.place is not None).items())),
        solo_matches=len(solo_rows),
        solo_wins=sum(row.won for row in solo_rows),
        answers_in=_median(rows),
        favourites=_favourites(own_rows),
    )


def _median(rows: Iterable[ProfileMatchRow]) -> int | None:
    answer_times = [row.answers_in for row in rows if row.answers_in is not None]
    return round(median(answer_times)) if answer_times else None


def _favourites(rows: Iterable[ProfileMatchRow]) -> list[Favourite]:
    """Return a user's favourites of each kind, most used first.

    If two were used equally often, the one with more wins comes first.
    """
    played, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        played.update(row.played.items())
        won.update(row.played.items() if row.won else ())
    ordered = sorted(played, key=lambda one: (-played[one], -won[one], one))
    favourites_by_kind: dict[str, list[Favourite]] = {}
    for name, value in ordered:
        favourites_by_kind.setdefault(name, []).append(Favourite(name, value, played[name, value], won[name, value]))
    return [one for kind in favourites_by_kind.values() for one in kind[:MAX_FAVOURITES]]
