"""Draws a cup's next round from the entrants, the earlier ties and the seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from bot.features.cups.model import CupKind, CupRules, Fixture

#: The ids of the players at a table, in seat order. A table with only one player is a bye.
Table = tuple[int, ...]


def seeded_random(seed: str, *what: object) -> random.Random:
    """Return a random generator that depends only on the seed and on `what`, which names the draw."""
    return random.Random("/".join([seed, *map(str, what)]))  # noqa: S311 - sealed by its seed


def random_order(seed: str, people: Iterable[int]) -> list[int]:
    """Return the people in a random order that depends only on them and the cup's seed."""
    shuffled = sorted(people)
    seeded_random(seed, "order").shuffle(shuffled)
    return shuffled


def round_count(kind: CupKind, entrants: int) -> int | None:
    """Return a cup's number of rounds; None for groups, where it depends on the number of players who advance."""
    if kind == "knockout":
        return max(1, (entrants - 1).bit_length())
    if kind == "round_robin":
        return entrants - 1 + entrants % 2
    return None


def next_round(
    rules: CupRules,
    seed: str,
    people: Sequence[int],
    fixtures: Sequence[Fixture],
    playing: Collection[int],
    minimum: int = 2,
) -> list[Table]:
    """Return the tables of the next round, including byes; an empty list when the cup is over.

    `people` lists all entrants, `fixtures` all the ties drawn so far, which must be settled, and `playing` the entrants
    who have not dropped out. `minimum` is the game's minimum player count.
    """
    number = max((fixture.round for fixture in fixtures), default=0) + 1
    if len(playing) < 2:
        return []
    if rules.kind == "round_robin":
        return _round_robin(seed, people, number, playing)
    if rules.kind == "knockout":
        return _knockout(seed, people, fixtures, playing, number)
    return _groups(rules, seed, people, fixtures, playing, number, minimum)


# -- knock-out --------------------------------------------------------------------------------------------------------


def bracket(people: Sequence[int]) -> list[Table]:
    """Return the ties of a knock-out's first round, with byes that fill it up to a power of two.

    The first people in the list get the byes. The winners of two adjacent ties meet in the next round.
    """
    size = 1 << max(1, (len(people) - 1).bit_length())
    places = [0, 1]
    while len(places) < size:
        # Pair each slot with its mirror image from the other end, so the byes are spread over the bracket.
        places = [place for slot in places for place in (slot, 2 * len(places) - 1 - slot)]
    pairs = [(places[at], places[at + 1]) for at in range(0, size, 2)]
    return [tuple(people[place] for place in pair if place < len(people)) for pair in pairs]


def _knockout(
    seed: str, people: Sequence[int], fixtures: Sequence[Fixture], playing: Collection[int], number: int
) -> list[Table]:
    if number == 1:
        tables = bracket(random_order(seed, people))
    else:
        last = sorted((fixture for fixture in fixtures if fixture.round == number - 1), key=lambda tie: tie.number)
        if len(last) < 2:
            return []
        tables = [(*last[at].onward, *last[at + 1].onward) for at in range(0, len(last), 2)]
    begun_counts = Counter(tie.people[0] for tie in fixtures if len(tie.people) > 1)
    return [_in_seat_order(seed, table, begun_counts, number) for table in tables]


def _in_seat_order(seed: str, table: Table, starts_by_user: Counter[int], number: int) -> Table:
    """Return a table's players in seat order.

    Players who have gone first least often come first; equal players are in random order.
    """
    seats = list(table)
    seeded_random(seed, "seats", number, *sorted(table)).shuffle(seats)
    return tuple(sorted(seats, key=lambda user: starts_by_user[user]))


# -- round robin ------------------------------------------------------------------------------------------------------


def _round_robin(seed: str, people: Sequence[int], number: int, playing: Collection[int]) -> list[Table]:
    """Return a round of a round robin drawn by the circle method: one player stays in place, and the others rotate.

    If the number of players is odd, one of them has a bye. Everyone goes first in half of their matches, give or take
    one.
    """
    draw_order: list[int | None] = [*random_order(seed, people)]
    if len(draw_order) % 2:
        draw_order.append(None)
    count = len(draw_order)
    if number >= count:
        return []
    turn = number - 1
    # The player at the end of the list doesn't rotate. With an odd number of players, None fills that slot, so its
    # opponent has a bye.
    pairs = [(draw_order[turn % (count - 1)], draw_order[-1])]
    if turn % 2:
        pairs = [(draw_order[-1], draw_order[turn % (count - 1)])]
    for step in range(1, count // 2):
        one, other = draw_order[(turn + step) % (count - 1)], draw_order[(turn - step) % (count - 1)]
        pairs.append((one, other) if step % 2 else (other, one))
    tables = [tuple(user for user in pair if user is not None) for pair in pairs]
    # Put byes last, so the played ties get the lowest numbers.
    return sorted(tables, key=lambda table: len(table) < 2)


# -- groups -----------------------------------------------------------------------------------------------------------


def table_sizes(players: int, limit: int, minimum: int = 2) -> list[int]:
    """Return the table sizes when players are spread evenly over as few tables as possible.

    If tables of fewer than `minimum` players would result, use one table less; the players who don't fit get no seat.
    """
    if players <= limit:
        return [players]
    tables = -(-players // limit)
    if players // tables < minimum:
        tables = players // limit
        players = tables * limit
    return [players // tables + (at < players % tables) for at in range(tables)]


def _groups(
    rules: CupRules, seed: str, people: Sequence[int], fixtures: Sequence[Fixture], playing: Collection[int],
    number: int, minimum: int,
) -> list[Table]:  # fmt: skip
    if number == 1:
        advancing = random_order(seed, people)
    else:
        last = [fixture for fixture in fixtures if fixture.round == number - 1]
        if len(last) < 2:
            return []
        advancing = advancing_players(rules, last, playing, minimum)
        seeded_random(seed, "groups", number).shuffle(advancing)
    if len(advancing) < 2:
        return []
    seated = table_sizes(len(advancing), rules.size, minimum)
    byes = Counter(tie.people[0] for tie in fixtures if len(tie.people) == 1)
    # Players at the end of the list get byes: those with the fewest byes so far, in random order among equals because
    # the list was shuffled.
    advancing.sort(key=lambda user: -byes[user])
    playing_now, bye_players = advancing[: sum(seated)], advancing[sum(seated) :]
    seeded_random(seed, "tables", number).shuffle(playing_now)
    tables: list[Table] = []
    for size in seated:
        tables.append(tuple(playing_now[:size]))
        del playing_now[:size]
    return [*tables, *((user,) for user in bye_players)]


def advancing_players(
    rules: CupRules, last: Sequence[Fixture], playing: Collection[int], minimum: int = 2
) -> list[int]:
    """Return the players who advance from a round of groups.

    These are the first `onward` players of each table and, if they are too few to fill a table, the next-ranked
    players.
    """
    tables = [[user for user in fixture.order if user in playing] for fixture in last]
    first = [user for table in tables for user in table[: rules.onward]]
    others = [user for at in range(rules.size) for table in tables for user in table[rules.onward + at :][:1]]
    return first + others[: max(0, minimum - len(first))]
