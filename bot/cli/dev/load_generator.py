"""Generates two years of a server's results, thousands of matches from a seed, and measures queries on them.

Strong players win more often, so that ratings have something to find. The matches have no journal and no position,
because queries on results don't need them.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import rules
from bot import wiring
from bot.app.settings import ConfigError
from bot.cli.lab.simulation import play, random_policy
from bot.features.open_tables.service import MAX_PER_SERVER, OpenTableRequest, OpenTables
from bot.features.profiles.service.profiles import Profiles
from bot.features.profiles.statements import profiles, results
from bot.features.profiles.statements.results import Ending, FinishedRow, ResultRow
from bot.features.ratings import statements as ratings
from bot.features.ratings.service.ladders import Ratings
from bot.matches.service import MatchService
from bot.store.engines import Address
from bot.store.statements import matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import EVERYWHERE, SeatRow
from bot.store.store import Store
from rules.kernel.game import AnyGame

DAY = 86_400
YEARS = 2 * 365 * DAY
#: The id of the generated server, and of the first generated person.
GUILD_ID, FIRST_USER_ID = 1_000, 100_000
#: The rows on a page of a ladder.
LADDER_ROWS = 8
#: How many matches are saved in one transaction.
BATCH_SIZE = 500
#: The shares of seats that a computer takes and that a player leaves, and of matches without a result and with a draw.
COMPUTER_RATE, LEAVER_RATE, NO_RESULT_RATE, DRAW_RATE = 0.08, 0.03, 0.06, 0.02
_SYLLABLES = ("an", "bé", "cor", "dru", "el", "fi", "gor", "há", "il", "jo", "ka", "lú", "mi", "nor", "ő", "ra")
#: By game id, what seats played with, such as their deck, as stored in results.
Played = Mapping[str, Sequence[Mapping[str, str]]]


@dataclass(frozen=True, slots=True)
class Person:
    """A generated player: their strength, activity, and response time."""

    user_id: int
    name: str
    strength: float
    weight: float
    answers_in: int


def population(count: int, rng: random.Random) -> list[Person]:
    """Return this many people, most active first."""
    people: list[Person] = []
    for number in range(count):
        name = "".join(rng.sample(_SYLLABLES, 3)).capitalize()
        answers_in = round(rng.lognormvariate(9, 1))
        people.append(Person(FIRST_USER_ID + number, name, rng.gauss(0, 1), 1 / (number + 12), answers_in))
    return people


def seat_choices(games: Mapping[str, AnyGame], each: int = 2) -> dict[str, list[dict[str, str]]]:
    """Return what seats played with in a few random matches of each game, by game id."""
    found: dict[str, list[dict[str, str]]] = {}
    for game in games.values():
        kept: list[dict[str, str]] = []
        for seed in range(each):
            match = game.new(game.seats[-1], seed)
            play(match, random_policy, random.Random(seed))
            kept += [game.played(match, seat) for seat in range(match.state.seats)]
        found[game.id] = kept
    return found


async def fill(
    store: Store,
    played: Played,
    *,
    count: int = 5_000,
    people: int = 300,
    now: int = 1_800_000_000,
    seed: str = "two years",
    seats: Mapping[str, Sequence[int]] | None = None,
) -> list[Person]:
    """Save this many finished matches in a database; return the people, most active first.

    `played` are by game the choices, such as decks, to record for seats; `seats` are the possible numbers of players.
    Raises ConfigError if the database has ever had matches.
    """
    rng = random.Random(seed)
    everybody = population(people, rng)
    tables = seats or {game: rules.GAMES[game].seats for game in played}
    for begun in range(0, count, BATCH_SIZE):
        async with store.write() as tx:
            for number in range(begun, min(begun + BATCH_SIZE, count)):
                game = rng.choice(list(played))
                started = now - YEARS + number * YEARS // count
                players = min(rng.choice(tables[game]), len(everybody))
                seated = _random_players(everybody, players, rng)
                match_id = await matches.create(
                    tx,
                    NewMatch(
                        game=game,
                        guild_id=GUILD_ID,
                        channel_id=GUILD_ID + 1 + number,
                        host_id=max(one.user_id for one in seated),
                        locale="en",
                        options={},
                        version=0,
                    ),
                    started,
                )
                if not number and match_id != 1:
                    raise ConfigError("This database has had matches; give an empty one to fill.")
                ended = min(started + rng.randrange(DAY, 30 * DAY), now)
                match, rows = _result(match_id, game, seated, started, ended, played[game], rng)
                last = [SeatRow(row.seat, row.user_id, row.name, computer=row.computer) for row in rows if row.last]
                await matches.set_seats(tx, match_id, last)
                await matches.close(tx, match_id, 0, "ended" if match.ending == "ended" else "over", ended)
                await results.save(tx, match, rows)
    return everybody


def _random_players(everybody: Sequence[Person], players: int, rng: random.Random) -> list[Person]:
    """Return random players for a match: active people more often, and sometimes a computer."""
    chosen: dict[int, Person] = {}
    weights = [one.weight for one in everybody]
    while len(chosen) < players:
        if chosen and rng.random() < COMPUTER_RATE:
            number = sum(one < 0 for one in chosen) + 1
            chosen[-number] = Person(-number, f"Computer (normal) {number}", 0.0, 0, 1)
        else:
            one = rng.choices(everybody, weights)[0]
            chosen[one.user_id] = one
    return rng.sample(list(chosen.values()), players)


def _place(ending: Ending, scores: Sequence[int], seat: int) -> int | None:
    """Return a seat's place: in a draw, all are first; in a match without a result, none has a place."""
    if ending == "played":
        return 1 + sum(score > scores[seat] for score in scores)
    return 1 if ending == "draw" else None


def _won(ending: Ending, scores: Sequence[int], seat: int) -> bool:
    """Return whether a seat has won. A lone player wins with more than 40 points."""
    first = ending == "played" and scores[seat] == max(scores)
    return first and (len(scores) > 1 or scores[seat] > 40)


def _result(
    match_id: int,
    game: str,
    seated: Sequence[Person],
    started: int,
    ended: int,
    played: Sequence[Mapping[str, str]],
    rng: random.Random,
) -> tuple[FinishedRow, list[ResultRow]]:
    """Generate the result of a match."""
    chance = rng.random()
    ending: Ending = "ended" if chance < NO_RESULT_RATE else "draw" if chance < NO_RESULT_RATE + DRAW_RATE else "played"
    scores = [round(40 + 8 * one.strength + rng.gauss(0, 10)) for one in seated]
    rows: list[ResultRow] = []
    for seat, person in enumerate(seated):
        place = _place(ending, scores, seat)
        won = _won(ending, scores, seat)
        moves, whole, is_computer = rng.randrange(20, 90), ending == "played", person.user_id < 0
        rows.append(
            ResultRow(
                match_id=match_id,
                seat=seat,
                user_id=person.user_id,
                name=person.name,
                last=True,
                computer="normal" if is_computer else None,
                place=place,
                won=won,
                total=float(scores[seat]) if whole else None,
                scores={"points": float(scores[seat])} if whole else {},
                played=dict(rng.choice(played)) if whole else {},
                moves=moves,
                of_moves=moves,
                answers_in=None if is_computer else round(person.answers_in * rng.uniform(0.5, 2)),
            )
        )
    if rng.random() < LEAVER_RATE:
        rows.append(_left(rows[0], max(one.user_id for one in seated) + 1_000_000))
    finished = FinishedRow(
        match_id=match_id,
        game=game,
        guild_id=GUILD_ID,
        players=len(seated),
        options={},
        pace={},
        rounds=8,
        moves=sum(row.moves for row in rows),
        ending=ending,
        started_at=started,
        ended_at=ended,
        rated=rng.random() < 0.6,
    )
    return finished, rows


def _left(row: ResultRow, user_id: int) -> ResultRow:
    """Return the result of a person who left their seat during the match."""
    return ResultRow(
        row.match_id, row.seat, user_id, "Left", False, None, None, False, None, {}, {}, 3, row.of_moves, 60
    )  # fmt: skip


async def measured_lines(address: Address, count: int, people: int) -> AsyncIterator[str]:
    """Fill an empty database, and yield a line with the cost of each query."""
    async with await Store.open(address) as store:
        everybody = await fill(store, seat_choices(rules.GAMES), count=count, people=people, now=store.clock.now())
        yield f"{count} matches of {people} people; who plays most has {await _matches_of(store, everybody[0])}"
        async for what, milliseconds in query_costs(store, everybody):
            yield f"{what:<44} {milliseconds:>10.1f} ms"


async def _matches_of(store: Store, person: Person) -> int:
    return await profiles.count(store.read, person.user_id)


async def query_costs(store: Store, everybody: Sequence[Person]) -> AsyncIterator[tuple[str, float]]:
    """Yield this process's CPU time in milliseconds for each query by the most active player."""
    wiring.register()
    service = MatchService(store, store.clock)
    await service.servers.choose_ladder(GUILD_ID, ladder=True)
    await join_global_ladders(store, everybody)
    begun = time.process_time()
    while await service.part(Ratings).is_due():
        await service.part(Ratings).catch_up()
    yield "all ladders, counted once", (time.process_time() - begun) * 1000
    await open_tables(service, everybody)
    for what, ask in queries(service, everybody).items():
        await ask()
        best = min([await _cost(ask) for _ in range(5)])
        yield what, best * 1000


async def join_global_ladders(store: Store, everybody: Sequence[Person]) -> None:
    """Put two out of three people on the global ladders."""
    async with store.write() as tx:
        for person in everybody:
            if person.user_id % 3:
                await ratings.choose(tx, person.user_id, EVERYWHERE, True, 0)


async def open_tables(service: MatchService, everybody: Sequence[Person]) -> None:
    """Open as many tables as the limits for a server and its people allow, each with one other player."""
    games = list(rules.GAMES)
    hosts = [person for person in everybody for _ in range(2)][:MAX_PER_SERVER]
    for number, host in enumerate(hosts):
        wanted = OpenTableRequest(games[number % len(games)], GUILD_ID, GUILD_ID + 1)
        open_table = await service.part(OpenTables).open(wanted, host.user_id, host.name)
        guest = everybody[-1 - number] if number < len(everybody) else host
        if guest not in hosts:
            await service.part(OpenTables).join(open_table.id, guest.user_id, guest.name, GUILD_ID)


def queries(service: MatchService, everybody: Sequence[Person]) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return the queries to measure, by name."""
    heavy, second, last = everybody[0].user_id, everybody[1].user_id, everybody[-1].user_id
    game = next(iter(rules.GAMES))

    async def rated() -> None:
        for one in await service.part(Ratings).standings_of(heavy, GUILD_ID):
            await service.part(Ratings).over_time(heavy, one.game, one.guild_id)

    async def ladder(guild_id: int, page: int, user_id: int) -> None:
        found = await service.part(Ratings).ladder(game, guild_id, page, LADDER_ROWS, user_id)
        await service.people.profiles_hidden(one.user_id for one in found.rows)

    return {
        "/profile, one's own": lambda: service.part(Profiles).profile_of(heavy),
        "/profile, somebody else's": lambda: service.part(Profiles).profile_of(heavy, GUILD_ID, second),
        "/profile, the ratings": rated,
        "/history": lambda: service.part(Profiles).past_matches(heavy),
        "/history, the last page": lambda: service.part(Profiles).past_matches(heavy, page=10**6),
        "/history with somebody": lambda: service.part(Profiles).past_matches(heavy, None, second),
        "/ladder": lambda: ladder(GUILD_ID, 0, last),
        "/ladder, the last page": lambda: ladder(GUILD_ID, 10**6, heavy),
        "/ladder over all servers": lambda: ladder(EVERYWHERE, 0, second),
        "/table list": lambda: service.part(OpenTables).open_in(GUILD_ID),
    }


async def _cost(ask: Callable[[], Awaitable[object]]) -> float:
    begun = time.process_time()
    await ask()
    return time.process_time() - begun
