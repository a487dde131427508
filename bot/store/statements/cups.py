"""Reads and writes cups with their participants, ties and matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, insert, or_, select, update

from bot.store.decoding import UnreadableValue, decoded, decoded_or, readable, report
from bot.store.statements.rows import dump_json
from bot.store.tables import cup_matches, cup_people, cup_ties, cups, matches
from bot.store.transactions import Reader, Transaction


@dataclass(frozen=True, slots=True)
class CupRow:
    """A saved cup."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    name: str
    host_id: int
    kind: Any
    rules: dict[str, Any]
    status: Any
    seed: str
    round: int
    created_at: int
    started_at: int | None
    ended_at: int | None
    due_at: int | None


@dataclass(frozen=True, slots=True)
class CupPersonRow:
    """A participant of a cup, with the deck that they have secretly chosen."""

    user_id: int
    name: str
    entered_at: int
    dropped_at: int | None
    computer: str | None
    deck: str | None


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A tie: the people paired in a round of a cup, and the result once it is settled."""

    round: int
    number: int
    people: dict[str, Any]
    outcome: dict[str, Any] | None
    settled_at: int | None


@dataclass(frozen=True, slots=True)
class CupMatchRow:
    """A match of a tie. `round` and `number` identify the tie. `place` is the match's number within the tie, from 1."""

    match_id: int
    cup_id: int
    round: int
    number: int
    place: int
    settled_at: int | None
    #: The match's status and its public channel, which come from the table `matches`.
    status: str = "lobby"
    channel_id: int = 0


def _cup(row: Any) -> CupRow:
    values = {name: getattr(row, name) for name in CupRow.__slots__}
    return CupRow(**values | {"rules": decoded("cups.rules", row.rules, row.id)})


async def add(tx: Transaction, values: Mapping[str, Any]) -> int:
    """Save a new cup and return its id."""
    return await tx.insert(insert(cups), {**values, "rules": dump_json(values["rules"])})


async def get(db: Reader, cup_id: int) -> CupRow | None:
    """Return a cup, or None if there is no cup with this id."""
    if not 0 < cup_id < 2**63:
        return None  # the id comes from a button and may be forged
    row = await db.one(select(cups).where(cups.c.id == cup_id))
    return None if row is None else _cup(row)


async def lock_row(tx: Transaction, cup_id: int) -> CupRow | None:
    """Lock a cup until the end of the transaction, and return it."""
    if tx.engine == "postgresql" and 0 < cup_id < 2**63:
        await tx.all(select(cups.c.id).where(cups.c.id == cup_id).with_for_update())
    return await get(tx, cup_id)


async def of_guild(db: Reader, guild_id: int, limit: int) -> list[CupRow]:
    """Return a server's cups, newest first."""
    rows = await db.all(select(cups).where(cups.c.guild_id == guild_id).order_by(cups.c.id.desc()).limit(limit))
    return readable(rows, _cup)


async def involving(db: Reader, user_id: int) -> list[int]:
    """Return the ids of the cups that a user hosts or has entered."""
    entered = select(cup_people.c.cup_id).where(cup_people.c.user_id == user_id)
    is_involved = or_(cups.c.id.in_(entered), cups.c.host_id == user_id)
    return [row.id for row in await db.all(select(cups.c.id).where(is_involved).order_by(cups.c.id))]


async def count(db: Reader, guild_id: int, host_id: int | None = None) -> int:
    """Return the number of a server's unfinished cups. If `host_id` is given, count only the cups with this host."""
    live = select(func.count()).select_from(cups).where(cups.c.guild_id == guild_id)
    live = live.where(cups.c.status.in_(("entry", "playing")))
    return await db.value(live if host_id is None else live.where(cups.c.host_id == host_id)) or 0


async def change(tx: Transaction, cup_id: int, **values: Any) -> None:
    """Update a cup's columns."""
    await tx.run(update(cups).where(cups.c.id == cup_id).values(**values))


async def sent_notices(db: Reader, cup_id: int) -> frozenset[str]:
    """Return the keys of the notices that a cup has already sent."""
    row = await db.one(select(cups.c.told).where(cups.c.id == cup_id))
    return frozenset(() if row is None else decoded("cups.told", row.told, cup_id) or ())


# -- people -----------------------------------------------------------------------------------------------------------


async def people(db: Reader, cup_id: int) -> list[CupPersonRow]:
    """Return the participants of a cup in the order that they entered."""
    return (await people_of(db, [cup_id]))[cup_id]


async def people_of(db: Reader, cup_ids: Collection[int]) -> defaultdict[int, list[CupPersonRow]]:
    """Return the participants of several cups, by cup id, in the order that they entered."""
    # Computer players have the ids -1, -2 and so on. They often enter in the same second, so also order them by id.
    order = (cup_people.c.entered_at, func.abs(cup_people.c.user_id))
    people_by_cup: defaultdict[int, list[CupPersonRow]] = defaultdict(list)
    for row in await db.all(select(cup_people).where(cup_people.c.cup_id.in_(cup_ids)).order_by(*order)):
        people_by_cup[row.cup_id].append(CupPersonRow(**{name: getattr(row, name) for name in CupPersonRow.__slots__}))
    return people_by_cup


async def put_person(tx: Transaction, cup_id: int, person: CupPersonRow) -> None:
    """Save a participant of a cup."""
    values = {name: getattr(person, name) for name in CupPersonRow.__slots__}
    await tx.upsert(cup_people, {"cup_id": cup_id} | values)


async def remove_person(tx: Transaction, cup_id: int, user_id: int) -> bool:
    """Remove a participant of a cup. Return False if there is no such participant."""
    return bool(await tx.run(delete(cup_people).where(cup_people.c.cup_id == cup_id, cup_people.c.user_id == user_id)))


# -- ties and their matches -------------------------------------------------------------------------------------------


async def fixtures(db: Reader, cup_id: int) -> list[FixtureRow]:
    """Return all ties of a cup, in order; raises UnreadableValue."""
    return [_tie(row) for row in await db.all(_TIES.where(cup_ties.c.cup_id == cup_id))]


async def ties_of(db: Reader, cup_ids: Collection[int]) -> dict[int, list[FixtureRow]]:
    """Return the ties of several cups, by cup id. Cups with an unreadable tie are left out."""
    ties_by_cup: dict[int, list[FixtureRow]] = {cup_id: [] for cup_id in cup_ids}
    for row in await db.all(_TIES.where(cup_ties.c.cup_id.in_(cup_ids))):
        try:
            fixture = _tie(row)
        except UnreadableValue as error:
            report(error)
            ties_by_cup.pop(row.cup_id, None)
        else:
            if row.cup_id in ties_by_cup:
                ties_by_cup[row.cup_id].append(fixture)
    return ties_by_cup


_TIES = select(cup_ties).order_by(cup_ties.c.round, cup_ties.c.number)


def _tie(row: Any) -> FixtureRow:
    key = f"{row.cup_id}/{row.round}/{row.number}"
    people, outcome = decoded("cup_ties.people", row.people, key), decoded("cup_ties.outcome", row.outcome, key)
    return FixtureRow(row.round, row.number, people, outcome, row.settled_at)


async def put_tie(tx: Transaction, cup_id: int, fixture: FixtureRow) -> None:
    """Save a tie."""
    values = {
        "cup_id": cup_id,
        "round": fixture.round,
        "number": fixture.number,
        "people": dump_json(fixture.people),
        "outcome": None if fixture.outcome is None else dump_json(fixture.outcome),
        "settled_at": fixture.settled_at,
    }
    await tx.upsert(cup_ties, values)


#: The query for cup matches, with the data that comes from the table `matches`.
_MATCHES = select(
    *cup_matches.c,
    matches.c.status,
    func.coalesce(matches.c.watching_channel_id, matches.c.channel_id).label("channel_id"),
).join_from(cup_matches, matches, matches.c.id == cup_matches.c.match_id)


async def matches_of(db: Reader, cup_id: int) -> list[CupMatchRow]:
    """Return the matches of a cup, ordered by tie."""
    return (await matches_of_several(db, [cup_id]))[cup_id]


async def matches_of_several(db: Reader, cup_ids: Collection[int]) -> defaultdict[int, list[CupMatchRow]]:
    """Return the matches of several cups, by cup id, ordered by tie."""
    matches_by_cup: defaultdict[int, list[CupMatchRow]] = defaultdict(list)
    order = (cup_matches.c.round, cup_matches.c.number, cup_matches.c.place)
    for row in await db.all(_MATCHES.where(cup_matches.c.cup_id.in_(cup_ids)).order_by(*order)):
        matches_by_cup[row.cup_id].append(_match(row))
    return matches_by_cup


async def match_of(db: Reader, match_id: int) -> CupMatchRow | None:
    """Return the record of a cup match, with its tie and its number in the tie; None if the match belongs to no cup."""
    row = await db.one(_MATCHES.where(cup_matches.c.match_id == match_id))
    return None if row is None else _match(row)


def _match(row: Any) -> CupMatchRow:
    return CupMatchRow(**{name: getattr(row, name) for name in CupMatchRow.__slots__})


async def add_match(tx: Transaction, match_id: int, cup_id: int, fixture: tuple[int, int], place: int) -> None:
    """Save a match of a cup. `fixture` is the round and number of the match's tie."""
    values = {"cup_id": cup_id, "round": fixture[0], "number": fixture[1], "place": place}
    await tx.run(insert(cup_matches), {"match_id": match_id, "settled_at": None} | values)


async def settle_matches(tx: Transaction, match_ids: Collection[int], now: int) -> None:
    """Record that the results of these matches now count in their cups."""
    await tx.run(update(cup_matches).where(cup_matches.c.match_id.in_(list(match_ids))).values(settled_at=now))


# -- due cups ---------------------------------------------------------------------------------------------------------


async def match_changed(tx: Transaction, match_id: int, now: int) -> None:
    """If this match belongs to a cup, schedule an update of the cup, because the match has ended or resumed."""
    cup_ids_query = select(cup_matches.c.cup_id).where(cup_matches.c.match_id == match_id)
    await tx.run(update(cups).where(cups.c.id.in_(cup_ids_query)).values(due_at=now))


async def due(db: Reader, now: int, limit: int) -> Sequence[CupRow]:
    """Return the due cups, longest wait first.

    If a cup's rules are unreadable, the cup is returned with empty rules. So it can be leased like the others and
    doesn't stay at the front forever.
    """
    query = select(cups).where(cups.c.due_at.is_not(None), cups.c.due_at <= now)
    return [_due(row) for row in await db.all(query.order_by(cups.c.due_at, cups.c.id).limit(limit))]


def _due(row: Any) -> CupRow:
    values = {name: getattr(row, name) for name in CupRow.__slots__}
    values["rules"] = decoded_or("cups.rules", row.rules, row.id, dict[str, Any]())
    return CupRow(**values)


async def claim(tx: Transaction, row: CupRow, until: int) -> bool:
    """Lease a cup until `until`. Return False if the cup has changed since it was read."""
    same = and_(cups.c.id == row.id, cups.c.due_at == row.due_at)
    return bool(await tx.run(update(cups).where(same).values(due_at=until)))


async def mark_current(tx: Transaction, cup_id: int, taken_until: int, due_at: int | None) -> None:
    """Save when a leased cup is due next, unless a change has made it due meanwhile."""
    await tx.run(update(cups).where(cups.c.id == cup_id, cups.c.due_at == taken_until).values(due_at=due_at))
