"""The draw of a cup: who meets whom in its next round. Everything comes from the entrants, the ties and the seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from bot.matches.cups.records import CupKind, CupRules, Tie

#: Who sits at one table, in the order of the seats; one alone has a bye.
Table = tuple[int, ...]


def luck(seed: str, *what: object) -> random.Random:
    """Return the luck of one draw of a cup: the same for the same seed and draw."""
    return random.Random("/".join([seed, *map(str, what)]))  # noqa: S311 - sealed by its seed


def order(seed: str, people: Iterable[int]) -> list[int]:
    """Return everybody in the order that the lot gives them for the whole cup."""
    drawn = sorted(people)
    luck(seed, "order").shuffle(drawn)
    return drawn


def rounds(kind: CupKind, entrants: int) -> int | None:
    """Return how many rounds a cup has; None where that depends on who goes on."""
    if kind == "knockout":
        return max(1, (entrants - 1).bit_length())
    if kind == "round_robin":
        return entrants - 1 + entrants % 2
    return None


def next_round(
    rules: CupRules, seed: str, people: Sequence[int], ties: Sequence[Tie], playing: Collection[int], least: int = 2
) -> list[Table]:
    """Return the tables of the next round, byes among them; none when the cup is over.

    `people` are all who entered, `ties` all that were drawn so far, of which those of the last round are settled, and
    `playing` those who have not dropped out; `least` is how many the game needs at a table.
    """
    number = max((tie.round for tie in ties), default=0) + 1
    if len(playing) < 2:
        return []
    if rules.kind == "round_robin":
        return _everybody(seed, people, number, playing)
    if rules.kind == "knockout":
        return _knockout(seed, people, ties, playing, number)
    return _groups(rules, seed, people, ties, playing, number, least)


# -- knock-out --------------------------------------------------------------------------------------------------------


def bracket(people: Sequence[int]) -> list[Table]:
    """Return the first round of a knock-out: as many byes as a power of two wants, apart from each other.

    Those first in the order have them. The winners of two ties that follow each other meet in the next round.
    """
    size = 1 << max(1, (len(people) - 1).bit_length())
    places = [0, 1]
    while len(places) < size:
        # Who is first meets who is last, as far as strength goes; so byes are spread over the bracket.
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    pairs = [(places[at], places[at + 1]) for at in range(0, size, 2)]
    return [tuple(people[place] for place in pair if place < len(people)) for pair in pairs]


def _knockout(
    seed: str, people: Sequence[int], ties: Sequence[Tie], playing: Collection[int], number: int
) -> list[Table]:
    if number == 1:
        tables = bracket(order(seed, people))
    else:
        last = sorted((tie for tie in ties if tie.round == number - 1), key=lambda tie: tie.number)
        if len(last) < 2:
            return []
        tables = [(*last[at].onward, *last[at + 1].onward) for at in range(0, len(last), 2)]
    begun = Counter(tie.people[0] for tie in ties if len(tie.people) > 1)
    return [_seated(seed, table, begun, number) for table in tables]


def _seated(seed: str, table: Table, begun: Counter[int], number: int) -> Table:
    """Return a table so that whoever has begun less often begins; else the lot says."""
    seats = list(table)
    luck(seed, "seats", number, *sorted(table)).shuffle(seats)
    return tuple(sorted(seats, key=lambda user: begun[user]))


# -- everybody against everybody --------------------------------------------------------------------------------------


def _everybody(seed: str, people: Sequence[int], number: int, playing: Collection[int]) -> list[Table]:
    """Return a round by the circle method: one stays, the others turn; with an odd number one is left out each time.

    Everybody begins as often as not, or once more or less.
    """
    drawn: list[int | None] = [*order(seed, people)]
    if len(drawn) % 2:
        drawn.append(None)
    count = len(drawn)
    if number >= count:
        return []
    turn = number - 1
    # Who stays is the last; with an odd number that is nobody.
    pairs = [(drawn[turn % (count - 1)], drawn[-1])]
    if turn % 2:
        pairs = [(drawn[-1], drawn[turn % (count - 1)])]
    for step in range(1, count // 2):
        one, other = drawn[(turn + step) % (count - 1)], drawn[(turn - step) % (count - 1)]
        pairs.append((one, other) if step % 2 else (other, one))
    tables = [tuple(user for user in pair if user is not None) for pair in pairs]
    # Byes come last, so that tables have the first numbers.
    return sorted(tables, key=lambda table: len(table) < 2)


# -- groups -----------------------------------------------------------------------------------------------------------


def sizes(players: int, most: int, least: int = 2) -> list[int]:
    """Return how many sit at each table: as few tables as can be, none bigger than another by more than one.

    They may seat fewer than all where a game needs more at a table than would be left for one.
    """
    if players <= most:
        return [players]
    tables = -(-players // most)
    if players // tables < least:
        tables = players // most
        players = tables * most
    return [players // tables + (at < players % tables) for at in range(tables)]


def _groups(
    rules: CupRules, seed: str, people: Sequence[int], ties: Sequence[Tie], playing: Collection[int], number: int,
    least: int,
) -> list[Table]:  # fmt: skip
    if number == 1:
        there = order(seed, people)
    else:
        last = [tie for tie in ties if tie.round == number - 1]
        if len(last) < 2:
            return []
        there = going_on(rules, last, playing, least)
        luck(seed, "groups", number).shuffle(there)
    if len(there) < 2:
        return []
    seated = sizes(len(there), rules.size, least)
    byes = Counter(tie.people[0] for tie in ties if len(tie.people) == 1)
    # Whoever had fewest byes is left out first; the lot has shuffled the rest.
    there.sort(key=lambda user: -byes[user])
    playing_now, left = there[: sum(seated)], there[sum(seated) :]
    luck(seed, "tables", number).shuffle(playing_now)
    tables: list[Table] = []
    for size in seated:
        tables.append(tuple(playing_now[:size]))
        del playing_now[:size]
    return [*tables, *((user,) for user in left)]


def going_on(rules: CupRules, last: Sequence[Tie], playing: Collection[int], least: int = 2) -> list[int]:
    """Return who goes on from a round of groups: the best of each table, and more if a table would not be filled."""
    tables = [[user for user in tie.order if user in playing] for tie in last]
    first = [user for table in tables for user in table[: rules.onward]]
    others = [user for at in range(rules.size) for table in tables for user in table[rules.onward + at :][:1]]
    return first + others[: max(0, least - len(first))]
