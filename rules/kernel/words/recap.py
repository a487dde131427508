"""The recap: a summary of recent moves, with one line for each player's turn and similar events combined.

A game defines short phrases for its events, which leave out the player whose turn it is. Events of one turn with the
same phrase are combined. An event without a phrase appears as its log sentence, so nothing is lost. If there are more
turns than lines, the early turns of each player share a line. In a line that is too long, the least important phrases
are replaced by the number of phrases left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.events import Body, Event
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.log_sentences import Line
from rules.kernel.words.translation import Translator, capital, truncate, width

#: The minimum width that a line is shortened to, in characters.
SHORT = 80


@dataclass(frozen=True, slots=True)
class Part:
    """Combines events into one phrase: all events of a turn that have the same part and the same key.

    The phrase is at the position of its first event. `tell` returns "" if nothing is worth mentioning. In a line that
    is too long, the phrases with the lowest `weight` are dropped first. An event of the class `since` separates the
    events before it from those after it, so they aren't combined.
    """

    tell: Callable[[Translator, Sequence[Any]], str]
    key: Callable[[Translator, Any], Hashable] = lambda _say, _body: None
    weight: int = 1
    since: type[Body] | None = None


@dataclass(slots=True)
class Turn:
    """A player's turn. `seat` is None if the turn belongs to no player. `phase` is a message id, or "" for no phase."""

    seat: int | None = None
    phase: str = ""
    #: The number of answers that other players still owe, such as defences. Their answers don't start a new turn.
    awaits: int = 0


def by_seat(body: Body, now: Turn) -> Turn | None:
    """Return a new turn if the event is about a different player than the current turn; otherwise None."""
    seat = seat_of(body)
    return None if seat is None or seat == now.seat else Turn(seat)


def seat_of(body: Body) -> int | None:
    """Return the seat of the player that an event is about; None if the event has no field `seat`."""
    return getattr(body, "seat", None)


@dataclass(frozen=True, slots=True)
class Recap:
    """A game's phrases by event class, and its functions that divide events into turns and find an event's player."""

    parts: Mapping[type[Any], Part] = field(default_factory=dict[type[Any], Part])
    #: Returns the turn that an event starts; None if the event belongs to the current turn.
    begins: Callable[[Any, Turn], Turn | None] = by_seat
    whose: Callable[[Any], int | None] = seat_of
    name: Callable[[Translator, int], str] = Translator.seat


@dataclass(frozen=True, slots=True)
class RecapMove:
    """One move of a match: the events that the reader may see, and `notes` about other changes, such as a new player.

    `before` marks a move that the reader has already seen. Such a move only determines whose turn it is.
    """

    events: Sequence[Event]
    notes: Sequence[str] = ()
    before: bool = False


# -- phrases ----------------------------------------------------------------------------------------------------


def counted(say: Translator, names: Iterable[str]) -> str:
    """Return names joined as a list in a sentence. A repeated name appears once, with its number."""
    found = [f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()]
    return " + ".join(found) if any("," in name for name in found) else say.join(found)


def phrase_per_event(line: Line, weight: int = 1) -> Part:
    """Return a `Part` with a separate phrase for each event; equal phrases appear once, with their number."""

    def tell(say: Translator, bodies: Sequence[Any]) -> str:
        return "; ".join(counted_phrases(line(say, body) or "" for body in bodies))

    return Part(tell, lambda _say, body: body, weight)


def no_phrase(_say: Translator, _bodies: Sequence[Any]) -> str:
    """Return "", for events that need no phrase because another phrase or the heading covers them."""
    return ""


def log_sentences(line: Line, weight: int = 1) -> Part:
    """Return a `Part` that uses the log's sentence about each event as its phrase."""
    return phrase_per_event(lambda say, body: without_full_stop(line(say, body) or ""), weight)


def counted_phrases(phrases: Iterable[str]) -> list[str]:
    """Return each phrase once, followed by its number if it occurs several times. Empty phrases are left out."""
    found = Counter(phrase for phrase in phrases if phrase)
    return [f"{phrase} (×{count})" if count > 1 else phrase for phrase, count in found.items()]


def listed(
    sentence: str,
    items: Callable[[Translator, Any], Sequence[str]],
    key: Callable[[Any], Hashable] = lambda _body: None,
    weight: int = 1,
    **fields: Callable[[Translator, Any], str],
) -> Part:
    """Return a `Part` that combines events into a sentence with a list of their `items`.

    Further `fields` of the sentence are filled in from the first event.
    """

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
    """Return a `Part` that adds up the amounts of events, with separate sums for gains and losses.

    `phrase` receives the first event and the sum of the amounts.
    """

    def tell(say: Translator, bodies: Sequence[Any]) -> str:
        return phrase(say, bodies[0], sum(amount(body) for body in bodies))

    return Part(tell, lambda _say, body: (key(body), amount(body) > 0), weight)


# -- turns ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _TurnEvents:
    """The events of one turn, or of several turns of one player, grouped by phrase in order of first appearance."""

    turn: Turn
    groups: dict[Hashable, tuple[Part | None, int | None, list[Any]]] = field(
        default_factory=dict[Hashable, tuple[Part | None, "int | None", list[Any]]]
    )

    def add(self, key: Hashable, part: Part | None, seat: int | None, found: Sequence[Any]) -> None:
        """Add events to the group with this key, which is created if necessary."""
        self.groups.setdefault(key, (part, seat, []))[2].extend(found)

    def merge(self, other: _TurnEvents) -> None:
        """Add the events of a later turn of the same player, so that both turns share a line."""
        if other.turn.phase != self.turn.phase:
            self.turn = Turn(self.turn.seat)
        for key, (part, seat, found) in other.groups.items():
            self.add(key, part, seat, found)


def _turns(
    say: Translator, recap: Recap, line: Callable[[Translator, Event], str | None], moves: Sequence[RecapMove]
) -> list[_TurnEvents]:
    now, turns = Turn(), [_TurnEvents(Turn())]
    came: Counter[type[Body] | None] = Counter()
    for move in moves:
        if not move.before:
            for note in move.notes:
                turns[-1].add(note, None, None, [note])
        for event in move.events:
            begun = recap.begins(event.body, now)
            if begun is not None:
                now = begun
                turns.append(_TurnEvents(now))
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


def _joined(turns: list[_TurnEvents], most: int) -> list[_TurnEvents]:
    """Merge the early turns of each player until at most `most` lines are needed."""
    joined: dict[int | None, _TurnEvents] = {}
    for early in range(len(turns) + 1):
        joined = {}
        for turn in turns[:early]:
            if turn.turn.seat in joined:
                joined[turn.turn.seat].merge(turn)
            else:
                joined[turn.turn.seat] = _copy(turn)
        if len(joined) + len(turns) - early <= most:
            return [*joined.values(), *turns[early:]]
    return list(joined.values())


def _copy(turn: _TurnEvents) -> _TurnEvents:
    """Return a copy of a turn's events that other turns can be merged into."""
    return _TurnEvents(turn.turn, {key: (part, seat, list(found)) for key, (part, seat, found) in turn.groups.items()})


@dataclass(frozen=True, slots=True)
class _Row:
    """The parts of a line: its heading, and its phrases with their weights.

    `others` contains the indexes of phrases that name a player other than the one in the heading. `own` contains
    phrases of the player in the heading, by index, with that player's name in front. `named` is True if the heading is
    only that player's name.
    """

    head: str
    phrases: list[tuple[str, int]]
    others: frozenset[int]
    own: dict[int, str]
    named: bool

    def text(self, say: Translator, room: int) -> str:
        """Return the line in at most `room` characters: drop phrases first, and cut the text only if necessary."""
        # The last element is dropped first: the phrase with the lowest weight and, among equal weights, the latest one.
        kept = sorted(range(len(self.phrases)), key=lambda number: (-self.phrases[number][1], number))
        size = sum(width(phrase) for phrase, _ in self.phrases)
        # A line is longer than its phrases alone. So there is no point in building it until the phrases alone fit.
        while size > room and len(kept) > 1:
            size -= width(self.phrases[kept.pop()][0])
        text = self._with(say, sorted(kept))
        while width(text) > room and len(kept) > 1:
            kept.pop()
            text = self._with(say, sorted(kept))
        return text if width(text) <= room else truncate(text, room)

    def _with(self, say: Translator, kept: Sequence[int]) -> str:
        # A phrase without a name after a phrase about another player would seem to be about that player as well.
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
        text = "; ".join(shown)
        # "Anna: Béla: passed" would seem to be about both players.
        if not (self.named and kept[0] in self.others):
            text = f"{self.head}: {text}"
        return text if text[-1] in ".!?" else f"{text}."


def _row(say: Translator, recap: Recap, turn: _TurnEvents) -> _Row:
    found: list[tuple[str, Part | None, int | None]] = []
    for part, seat, bodies in turn.groups.values():
        # A group without a part contains the same log sentence once for each of its events.
        text = (
            part.tell(say, bodies)
            if part is not None
            else counted_phrases([without_full_stop(one) for one in bodies])[0]
        )
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
    return _Row(_heading(say, recap, turn.turn) if headed else "", phrases, frozenset(others), own, not turn.turn.phase)


def _is_headed(turn: Turn, found: Sequence[tuple[Part | None, int | None]]) -> bool:
    """Return whether a line starts with the name of the player whose turn it is, or with the phase.

    It doesn't if it has only log sentences, or if its first phrase is about another player.
    """
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
    moves: Sequence[RecapMove],
    most: int,
    room: int,
) -> list[str]:
    """Return the recap in at most `most` lines, with at most `room` characters in total if possible."""
    turns = _joined(_turns(say, recap, line, moves), most)
    rows = [row for row in (_row(say, recap, turn) for turn in turns) if row.phrases]
    whole = [row.text(say, room) for row in rows]
    longest = room
    while sum(map(width, whole)) > room and longest > SHORT:
        longest = max(SHORT, min(longest - 1, max(map(width, whole)) - 10))
        whole = [row.text(say, longest) for row in rows]
    return whole


def turn_lines(
    say: Translator,
    recap: Recap,
    line: Callable[[Translator, Event], str | None],
    moves: Sequence[RecapMove],
    room: int,
) -> list[str]:
    """Return one line for each turn, with at most `room` characters each."""
    rows = [_row(say, recap, turn) for turn in _turns(say, recap, line, moves)]
    return [row.text(say, room) for row in rows if row.phrases]
