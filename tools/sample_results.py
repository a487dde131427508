"""Generates two years of a server's results: thousands of matches, from a seed.

Strong players win more often, so there is something for ratings to find. The matches have no journal and no position,
because queries on results don't need them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import rules
from bot.app.settings import ConfigError
from bot.cli.lab.simulation import play, random_policy
from bot.features.profiles.statements import results
from bot.features.profiles.statements.results import Ending, FinishedRow, MatchResultRow
from bot.store.statements import matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import SeatRow
from bot.store.store import Store
from rules.kernel.game import AnyGame

DAY = 86_400
YEARS = 2 * 365 * DAY
#: The ids of the generated server and of the first generated person.
GUILD_ID, FIRST_USER_ID = 1_000, 100_000
#: How many matches are saved in one transaction.
BATCH_SIZE = 500
#: The fractions of seats that a computer plays and of seats whose player leaves; the fractions of matches without a
#: result and of matches that end in a draw.
COMPUTER_RATE, LEAVER_RATE, NO_RESULT_RATE, DRAW_RATE = 0.08, 0.03, 0.06, 0.02
_SYLLABLES = ("an", "bé", "cor", "dru", "el", "fi", "gor", "há", "il", "jo", "ka", "lú", "mi", "nor", "ő", "ra")
#: For each game id, the choices of seats, such as decks, in the form that results store.
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
    """Return the choices that seats made, such as their decks, in a few random matches of each game, by game id."""
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
    """Save this many finished matches in a database. Return the people, most active first.

    `played` has the choices, such as decks, to record for seats, by game id. `seats` has the possible player counts.
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
    """Return random players for a match. Active people are chosen more often; some players are computers."""
    chosen: dict[int, Person] = {}
    weights = [one.weight for one in everybody]
    while len(chosen) < players:
        if chosen and rng.random() < COMPUTER_RATE:
            number = sum(one < 0 for one in chosen) + 1
            chosen[-number] = Person(-number, f"Computer {number} (normal)", 0.0, 0, 1)
        else:
            one = rng.choices(everybody, weights)[0]
            chosen[one.user_id] = one
    return rng.sample(list(chosen.values()), players)


def _place(ending: Ending, scores: Sequence[int], seat: int) -> int | None:
    """Return a seat's place. In a draw, all seats are first. In a match without a result, no seat has a place."""
    if ending == "played":
        return 1 + sum(score > scores[seat] for score in scores)
    return 1 if ending == "draw" else None


def _won(ending: Ending, scores: Sequence[int], seat: int) -> bool:
    """Return whether a seat has won. In a solo match, the player wins with more than 40 points."""
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
) -> tuple[FinishedRow, list[MatchResultRow]]:
    """Generate the result of a match."""
    chance = rng.random()
    ending: Ending = "ended" if chance < NO_RESULT_RATE else "draw" if chance < NO_RESULT_RATE + DRAW_RATE else "played"
    scores = [round(40 + 8 * one.strength + rng.gauss(0, 10)) for one in seated]
    rows: list[MatchResultRow] = []
    for seat, person in enumerate(seated):
        place = _place(ending, scores, seat)
        won = _won(ending, scores, seat)
        moves, whole, is_computer = rng.randrange(20, 90), ending == "played", person.user_id < 0
        rows.append(
            MatchResultRow(
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


def _left(row: MatchResultRow, user_id: int) -> MatchResultRow:
    """Return the result of a person who left their seat during the match."""
    return MatchResultRow(
        row.match_id, row.seat, user_id, "Left", False, None, None, False, None, {}, {}, 3, row.of_moves, 60
    )  # fmt: skip
