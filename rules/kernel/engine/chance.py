"""Random draws. Each has a label, so adding a draw to a rule doesn't change the outcomes of draws with other labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from struct import Struct
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

#: How many random numbers one digest provides: its 64 bytes contain eight 64-bit numbers.
_PER_BLOCK = 8
_BLOCK = Struct(f">{_PER_BLOCK}Q")


class Rng(Protocol):
    """The interface that `Match.worlds` requires of a random source; `random.Random` satisfies it."""

    def shuffle(self, x: list[Any]) -> None: ...

    def getrandbits(self, k: int, /) -> int: ...


@dataclass(slots=True)
class ChanceState:
    """The saved state of the random draws: the secret seed, and how many times each label has been used."""

    seed: str
    uses: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(slots=True)
class Pile:
    """Face-down cards in unknown order, in one or more lists that were dealt from the same shuffled deck.

    Each entry of `parts` is a list of cards, and the number of cards at its start whose position is known.
    """

    parts: Sequence[tuple[list[str], int]]

    @property
    def unknown(self) -> list[str]:
        """Return the cards whose position is unknown, in their current order."""
        return [card for cards, known in self.parts for card in cards[known:]]

    def lay(self, cards: Sequence[str]) -> None:
        """Put these cards into the positions that are unknown, in this order."""
        left = iter(cards)
        for part, known in self.parts:
            part[known:] = [next(left) for _ in part[known:]]


def _key(seed: str) -> bytes:
    """Return the seed as a key for the hash. A key has at most 64 bytes, so a longer seed is hashed first."""
    key = seed.encode()
    return key if len(key) <= blake2b.MAX_KEY_SIZE else blake2b(key).digest()


def seal(seed: str) -> str:
    """Return the hash of a seed. It is published before a match, so players can check the seed later (AH-PBP.28)."""
    return sha256(seed.encode()).hexdigest()


class Chance:
    """Draws random outcomes. Each depends only on the seed, the label, and the number of earlier uses of the label."""

    __slots__ = ("draws", "outcomes", "state")

    def __init__(self, state: ChanceState) -> None:
        self.state = state
        #: The label and outcome of each draw since the current action started, for the journal.
        self.outcomes: list[tuple[str, Any]] = []
        #: The number of draws since the match was loaded.
        self.draws = 0

    def _numbers(self, label: str, count: int) -> list[int]:
        use = self.state.uses.get(label, 0) + 1
        self.state.uses[label] = use
        self.draws += 1
        key = _key(self.state.seed)
        numbers: list[int] = []
        for block in range((count + _PER_BLOCK - 1) // _PER_BLOCK):
            digest = blake2b(f"{label}#{use}.{block}".encode(), key=key).digest()
            numbers += _BLOCK.unpack(digest)
        return numbers

    def below(self, label: str, limit: int) -> int:
        """Return a uniformly distributed number from 0 to `limit` - 1."""
        result = self._numbers(label, 1)[0] % limit
        self.outcomes.append((label, result))
        return result

    def rolls(self, label: str, limit: int, count: int) -> list[int]:
        """Return `count` independent, uniformly distributed numbers from 0 to `limit` - 1."""
        result = [number % limit for number in self._numbers(label, count)[:count]]
        self.outcomes.append((label, result))
        return result

    def take(self, label: str, items: list[T], count: int) -> list[T]:
        """Remove `count` random items (all items if the list has fewer), and return them in draw order."""
        count = min(count, len(items))
        if not count:
            return []
        taken: list[T] = []
        for number in self._numbers(label, count)[:count]:
            index = number % len(items)
            taken.append(items[index])
            items[index] = items[-1]
            items.pop()
        self.outcomes.append((label, list(taken)))
        return taken

    def take_counted(self, label: str, counts: list[int], count: int) -> list[int]:
        """Draw `count` random items (all items if fewer remain); return their kinds in draw order.

        `counts` contains the number of remaining items of each kind, and is updated.
        """
        count = min(count, sum(counts))
        if not count:
            return []
        taken: list[int] = []
        for number in self._numbers(label, count)[:count]:
            place = number % sum(counts)
            kind = 0
            while place >= counts[kind]:
                place -= counts[kind]
                kind += 1
            counts[kind] -= 1
            taken.append(kind)
        self.outcomes.append((label, list(taken)))
        return taken

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates shuffle)."""
        result = list(items)
        numbers = self._numbers(label, len(result))
        for last in range(len(result) - 1, 0, -1):
            other = numbers[last] % (last + 1)
            result[last], result[other] = result[other], result[last]
        self.outcomes.append((label, list(result)))
        return result


class RepeatableRandom:
    """A random source that always gives the same numbers for the same name, to create possible worlds with."""

    def __init__(self, name: str) -> None:
        self._chance = Chance(ChanceState(name))

    def shuffle(self, x: list[Any]) -> None:
        """Shuffle a list in place."""
        x[:] = self._chance.shuffle("shuffle", x)

    def getrandbits(self, k: int, /) -> int:
        """Return a number of this many bits."""
        return self._chance.below("bits", 1 << k)
