"""The recap: a line for each player's turn, with similar events combined.

A game gives its events short phrases that leave out the player whose turn it is. Events of one turn with the same
phrase are combined; an event without a phrase appears as its log sentence, so nothing is lost. With more turns than
lines, the early turns of each player share a line; in a line that is too long, a number replaces its least important
phrases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.events import Body, Event
from rules.kernel.words.log import Line
from rules.kernel.words.translation import Translator, capital, truncate, width

#: The minimum width of a line.
SHORT = 80


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase for all events of a turn with this part and an equal key, placed where the first of them happened.

    `tell` returns "" if there is nothing worth saying. In a line that is too long, phrases of little `weight` are
    dropped first. Events before and after an event of the kind `since` are not combined.
    """

    tell: Callable[[Translator, Sequence[Any]], str]
    key: Callable[[Translator, Any], Hashable] = lambda _say, _body: None
    weight: int = 1
    since: type[Body] | None = None


@dataclass(slots=True)
class Turn:
    """A player's turn (None: no player's), with its phase as a message id."""

    seat: int | None = None
    phase: str = ""
    #: The number of pending answers of other players, for games that must tell these from turns.
    awaits: int = 0


def by_seat(body: Body, now: Turn) -> Turn | None:
    """Start a turn with the first event of another player."""
    seat = seat_of(body)
    return None if seat is None or seat == now.seat else Turn(seat)


def seat_of(body: Body) -> int | None:
    """Return the player an event is about."""
    return getattr(body, "seat", None)


@dataclass(frozen=True, slots=True)
class Recap:
    """A game's phrases by event type, how events divide into turns, and whose event it is in another player's turn."""

    parts: Mapping[type[Any], Part] = field(default_factory=dict[type[Any], Part])
    #: Return the turn that an event begins, None if it belongs to the present one.
    begins: Callable[[Any, Turn], Turn | None] = by_seat
    whose: Callable[[Any], int | None] = seat_of
    name: Callable[[Translator, int], str] = Translator.seat


@dataclass(frozen=True, slots=True)
class Happened:
    """One move: the events that the reader may know, and sentences on other changes of the match.

    `before` marks a move that was shown already and only sets whose turn it is.
    """

    events: Sequence[Event]
    notes: Sequence[str] = ()
    before: bool = False


# -- phrases ----------------------------------------------------------------------------------------------------


def counted(say: Translator, names: Iterable[str]) -> str:
    """Return names as a list in a sentence, with a number for repeated ones."""
    found = [f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()]
    return " + ".join(found) if any("," in name for name in found) else say.join(found)


def each(line: Line, weight: int = 1) -> Part:
    """Give every event its own phrase; equal events are counted."""

    def tell(say: Translator, bodies: Sequence[Any]) -> str:
        return "; ".join(_counted_phrases(line(say, body) or "" for body in bodies))

    return Part(tell, lambda _say, body: body, weight)


def nothing(_say: Translator, _bodies: Sequence[Any]) -> str:
    """Omit the event: another phrase or the heading covers it."""
    return ""


def told(line: Line, weight: int = 1) -> Part:
    """Give every event its log sentence, with this weight."""
    return each(lambda say, body: (line(say, body) or "").rstrip("."), weight)


def _counted_phrases(phrases: Iterable[str]) -> list[str]:
    found = Counter(phrase for phrase in phrases if phrase)
    return [f"{phrase} (×{count})" if count > 1 else phrase for phrase, count in found.items()]


def listed(
    sentence: str,
    items: Callable[[Translator, Any], Sequence[str]],
    key: Callable[[Any], Hashable] = lambda _body: None,
    weight: int = 1,
    **fields: Callable[[Translator, Any], str],
) -> Part:
    """Combine events and list the things they name, as {items}; `fields` come from the first event."""

    def tell(say: Translator, bodies: Sequence[Any]) -> str:
        names = [name for body in bodies for name in items(say, body)]
        said = {name: read(say, bodies[0]) for name, read in fields.items()}
        return say.t(sentence, items=counted(say, names), **said) if names else ""

    return Part(tell, lambda _say, body: key(body), weight)


def summed(
    phrase: Callable[[Translator, Any, int], str],
    amount: Callable[[Any], int],
    key: Callable[[Any], Hashable] = lambda _body: None,
    weight: int = 1,
) -> Part:
    """Combine events and add their amounts, gains apart from losses; `phrase` gets the first event and the sum."""

    def tell(say: Translator, bodies: Sequence[Any]) -> str:
        return phrase(say, bodies[0], sum(amount(body) for body in bodies))

    return Part(tell, lambda _say, body: (key(body), amount(body) > 0), weight)


# -- turns ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Told:
    """A turn, or several of one player: events by phrase, in order of first appearance."""

    turn: Turn
    groups: dict[Hashable, tuple[Part | None, int | None, list[Any]]] = field(
        default_factory=dict[Hashable, tuple[Part | None, "int | None", list[Any]]]
    )

    def add(self, key: Hashable, part: Part | None, seat: int | None, found: Sequence[Any]) -> None:
        """Add an event under a key."""
        self.groups.setdefault(key, (part, seat, []))[2].extend(found)

    def take_in(self, other: _Told) -> None:
        """Add a later turn of the same player to the same line."""
        if other.turn.phase != self.turn.phase:
            self.turn = Turn(self.turn.seat)
        for key, (part, seat, found) in other.groups.items():
            self.add(key, part, seat, found)


def _turns(
    say: Translator, recap: Recap, line: Callable[[Translator, Event], str | None], moves: Sequence[Happened]
) -> list[_Told]:
    now, turns = Turn(), [_Told(Turn())]
    came: Counter[type[Body] | None] = Counter()
    for move in moves:
        if not move.before:
            for note in move.notes:
                turns[-1].add(note, None, None, [note])
        for event in move.events:
            begun = recap.begins(event.body, now)
            if begun is not None:
                now = begun
                turns.append(_Told(now))
            came[type(event.body)] += 1
            if move.before:
                continue
            part = recap.parts.get(type(event.body))
            if part is not None:
                seat = recap.whose(event.body)
                turns[-1].add((id(part), seat, part.key(say, event.body), came[part.since]), part, seat, [event.body])
            elif sentence := line(say, event):
                turns[-1].add(sentence, None, None, [sentence])
    return [turn for turn in turns if turn.groups]


def _joined(turns: list[_Told], most: int) -> list[_Told]:
    """Merge early turns of each player until at most `most` are left."""
    joined: dict[int | None, _Told] = {}
    for early in range(len(turns) + 1):
        joined = {}
        for turn in turns[:early]:
            if turn.turn.seat in joined:
                joined[turn.turn.seat].take_in(turn)
            else:
                joined[turn.turn.seat] = _copy(turn)
        if len(joined) + len(turns) - early <= most:
            return [*joined.values(), *turns[early:]]
    return list(joined.values())


def _copy(turn: _Told) -> _Told:
    """Return a copy of a turn for merging."""
    return _Told(turn.turn, {key: (part, seat, list(found)) for key, (part, seat, found) in turn.groups.items()})


@dataclass(frozen=True, slots=True)
class _Row:
    """A future line: its heading, and phrases with weights.

    `others` are phrases that name a player other than the heading's; `own` are the heading's player's phrases with the
    name.
    """

    head: str
    phrases: list[tuple[str, int]]
    others: frozenset[int]
    own: dict[int, str]

    def text(self, say: Translator, room: int) -> str:
        """Return the line, within `room` characters if dropping phrases allows it."""
        # The last one is dropped first: of equal weight, the latest event.
        kept = sorted(range(len(self.phrases)), key=lambda number: (-self.phrases[number][1], number))
        size = sum(width(phrase) for phrase, _ in self.phrases)
        # The line is at least as long as its phrases: while these are too long, don't build it.
        while size > room and len(kept) > 1:
            size -= width(self.phrases[kept.pop()][0])
        text = self._with(say, sorted(kept))
        while width(text) > room and len(kept) > 1:
            kept.pop()
            text = self._with(say, sorted(kept))
        return text if width(text) <= room else truncate(text, room)

    def _with(self, say: Translator, kept: Sequence[int]) -> str:
        # After another player's phrase, a phrase without a name would seem to be about that player.
        shown = [
            self.own.get(number, self.phrases[number][0]) if before in self.others else self.phrases[number][0]
            for before, number in zip([None, *kept], kept, strict=False)
        ]
        hidden = len(self.phrases) - len(shown)
        if hidden:
            more = say.n("and {n} more", "and {n} more", hidden)
            shown.append(more if self.head else capital(more))
        if not self.head:
            return " ".join(f"{phrase}." if phrase[-1] not in ".!?:" else phrase for phrase in shown)
        text = f"{self.head}: {'; '.join(shown)}"
        return text if text[-1] in ".!?" else f"{text}."


def _row(say: Translator, recap: Recap, turn: _Told) -> _Row:
    found: list[tuple[str, Part | None, int | None]] = []
    for part, seat, bodies in turn.groups.values():
        # A sentence appears once per event.
        text = part.tell(say, bodies) if part is not None else _counted_phrases([one.rstrip(".") for one in bodies])[0]
        if text:
            found.append((text, part, seat))
    headed = _is_headed(turn.turn, [(part, seat) for _, part, seat in found])
    phrases: list[tuple[str, int]] = []
    others: set[int] = set()
    own: dict[int, str] = {}
    for number, (text, part, seat) in enumerate(found):
        if seat is not None:
            named = say.t("{player}: {part}", player=recap.name(say, seat), part=text)
            if headed and seat == turn.turn.seat:
                own[number] = named
            else:
                text = named
                others.add(number)
        phrases.append((text, part.weight if part is not None else 1))
    return _Row(_heading(say, recap, turn.turn) if headed else "", phrases, frozenset(others), own)


def _is_headed(turn: Turn, found: Sequence[tuple[Part | None, int | None]]) -> bool:
    """Return whether a line begins with its player: not before sentences alone, nor before another player's phrase."""
    if not any(part is not None for part, _ in found):
        return False
    return bool(turn.phase) or (turn.seat is not None and found[0][1] in (None, turn.seat))


def _heading(say: Translator, recap: Recap, turn: Turn) -> str:
    if turn.seat is None:
        return capital(say.t(turn.phase))
    name = recap.name(say, turn.seat)
    return say.t("{player}, {phase}", player=name, phase=say.t(turn.phase)) if turn.phase else name


def lines(
    say: Translator,
    recap: Recap,
    line: Callable[[Translator, Event], str | None],
    moves: Sequence[Happened],
    most: int,
    room: int,
) -> list[str]:
    """Return the recap in at most `most` lines with at most `room` characters in all."""
    turns = _joined(_turns(say, recap, line, moves), most)
    rows = [row for row in (_row(say, recap, turn) for turn in turns) if row.phrases]
    whole = [row.text(say, room) for row in rows]
    longest = room
    while sum(map(width, whole)) > room and longest > SHORT:
        longest = max(SHORT, min(longest - 1, max(map(width, whole)) - 10))
        whole = [row.text(say, longest) for row in rows]
    return whole
