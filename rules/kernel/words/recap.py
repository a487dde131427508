"""The recap: a summary of recent moves, with one line for each player's turn and similar events combined.

A game defines short phrases for its events, which leave out the player whose turn it is. Events of one turn with the
same phrase are combined. What an event brings follows the phrase of its cause: "Recruit with Candle Thief: +2 souls".
An event without a phrase appears as its log sentence, so nothing is lost. If there are more turns than lines, the early
turns of each player share a line. In a line that is too long, the least important phrases are replaced by the number of
phrases left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from rules.kernel.data.events import Body, Event
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.log_sentences import Line
from rules.kernel.words.translation import Translator, capital, truncate, width

#: The minimum width that a line is shortened to, in characters.
SHORT = 80
#: The weight that is added to phrases about the reader of a recap, so that they are dropped last.
READER_WEIGHT = 100


@dataclass(frozen=True, slots=True)
class Part:
    """Combines events into one phrase: all events of a turn that have the same part and the same key.

    The phrase is at the position of its first event. `tell` returns "" if nothing is worth mentioning. In a line that
    is too long, the phrases with the lowest `weight` are dropped first. An event of the class `since` separates the
    events before it from those after it, so they aren't combined.

    A gain belongs to the latest cause before it in the turn. It follows that cause's phrase after a colon, or as a
    phrase with the player's name if another player has the gain. Any other event ends the cause's effects.

    `alone` returns the phrase of a cause without gains, where its phrase says nothing without them: "used Citizen" and
    not "Citizen". In a line that is too long, such a cause is dropped together with its last gain.

    A phrase that is a whole `sentence` stands between full stops. A phrase with `own_subject` is about something else
    than the player of the line, such as an attacker. The next phrase after both names its player. A gain that `adds_to`
    another part belongs to the phrase of its cause, if the cause has that part and the same key.
    """

    tell: Callable[[Translator, Sequence[Any]], str]
    key: Callable[[Translator, Any], Hashable] = lambda _say, _body: None
    weight: int = 1
    since: type[Body] | None = None
    role: Literal["", "cause", "gain"] = ""
    alone: Callable[[Translator, Sequence[Any]], str] | None = None
    sentence: bool = False
    own_subject: bool = False
    adds_to: Part | None = None


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
    #: Returns those events of a turn that need a phrase, in the order of cause and effect, without those that another
    #: event's phrase covers.
    worth_telling: Callable[[Translator, Sequence[Any]], Sequence[Any]] = lambda _say, bodies: bodies
    #: Returns whether a gain has its own phrase instead of following its cause.
    apart: Callable[[Translator, Any], bool] = lambda _say, _body: False


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
    return say.join_names([f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()])


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
    part = phrase_per_event(lambda say, body: without_full_stop(line(say, body) or ""), weight)
    return replace(part, sentence=True)


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
class _Group:
    """Events that share a phrase, and the key of the group that caused them (None if there is none)."""

    part: Part | None
    seat: int | None
    found: list[Any] = field(default_factory=list[Any])
    cause: Hashable = None


@dataclass(slots=True)
class _TurnEvents:
    """The events of one turn, or of several turns of one player, grouped by phrase in order of first appearance."""

    turn: Turn
    groups: dict[Hashable, _Group] = field(default_factory=dict[Hashable, _Group])

    def add(self, key: Hashable, like: _Group, found: Sequence[Any]) -> None:
        """Add events to the group with this key, which is created like another group if necessary."""
        group = self.groups.setdefault(key, _Group(like.part, like.seat, cause=like.cause))
        group.found.extend(found)

    def merge(self, other: _TurnEvents) -> None:
        """Add the events of a later turn of the same player, so that both turns share a line."""
        if other.turn.phase != self.turn.phase:
            self.turn = Turn(self.turn.seat)
        for key, group in other.groups.items():
            self.add(key, group, group.found)

    def in_order(self) -> list[tuple[_Group, list[_Group]]]:
        """Return the groups in order, each with the groups of its gains, the most important first.

        A player's gains without a cause are together.
        """
        gains: dict[Hashable, list[_Group]] = {}
        alone: dict[int | None, list[_Group]] = {}
        for group in self.groups.values():
            if group.cause is not None:
                gains.setdefault(group.cause, []).append(group)
            elif _is_gain(group) and group.seat is not None:
                alone.setdefault(group.seat, []).append(group)
        ordered: list[tuple[_Group, list[_Group]]] = []
        for key, group in self.groups.items():
            if group.cause is None and not (_is_gain(group) and group.seat is not None):
                ordered.append((group, sorted(gains.get(key, []), key=_weight, reverse=True)))
            elif group.cause is None:
                ordered += [(one, []) for one in alone.pop(group.seat, [])]
        return ordered


def _is_gain(group: _Group) -> bool:
    return group.part is not None and group.part.role == "gain"


def _weight(group: _Group) -> int:
    return group.part.weight if group.part is not None else 1


def _turns(
    say: Translator, recap: Recap, line: Callable[[Translator, Event], str | None], moves: Sequence[RecapMove]
) -> list[_TurnEvents]:
    came: Counter[type[Body] | None] = Counter()
    turns = [_grouped(say, recap, line, turn, found, came) for turn, found in _divided(recap, moves)]
    return [turn for turn in turns if turn.groups]


def _divided(recap: Recap, moves: Sequence[RecapMove]) -> list[tuple[Turn, list[tuple[bool, str | Event]]]]:
    """Return the turns with their events and notes in order. The flag is true for those that the reader has seen."""
    now = Turn()
    turns: list[tuple[Turn, list[tuple[bool, str | Event]]]] = [(now, [])]
    for move in moves:
        if not move.before:
            turns[-1][1].extend((False, note) for note in move.notes)
        for event in move.events:
            begun = recap.begins(event.body, now)
            if begun is not None:
                now = begun
                turns.append((now, []))
            turns[-1][1].append((move.before, event))
    return turns


def _grouped(
    say: Translator,
    recap: Recap,
    line: Callable[[Translator, Event], str | None],
    turn: Turn,
    found: Sequence[tuple[bool, str | Event]],
    came: Counter[type[Body] | None],
) -> _TurnEvents:
    """Return a turn's events grouped by phrase. `came` counts all events so far by class."""
    grouped = _TurnEvents(turn)
    new = {id(one.body): one for before, one in found if not before and isinstance(one, Event)}
    worth = [id(body) for body in recap.worth_telling(say, [one.body for one in new.values()])]
    in_order = iter(worth)
    cause: tuple[Hashable, ...] | None = None
    for before, one in found:
        if isinstance(one, str):
            grouped.add(one, _Group(None, None), [one])
            continue
        came[type(one.body)] += 1
        if before or id(one.body) not in worth:
            continue
        one = new[next(in_order)]
        part = recap.parts.get(type(one.body))
        if part is not None:
            seat = recap.whose(one.body)
            key = (id(part), seat, part.key(say, one.body), came[part.since])
            if part.adds_to is not None and cause is not None and cause[::2] == (id(part.adds_to), key[2]):
                grouped.add(cause, _Group(part.adds_to, seat), [one.body])
                continue
            if part.role == "gain":
                of = None if recap.apart(say, one.body) else cause
                grouped.add((of, key), _Group(part, seat, cause=of), [one.body])
                continue
            grouped.add(key, _Group(part, seat), [one.body])
            cause = key if part.role == "cause" else None
        elif sentence := line(say, one):
            grouped.add(sentence, _Group(None, None), [sentence])
    return grouped


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
    copy = _TurnEvents(turn.turn)
    copy.merge(turn)
    return copy


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase with its weight, its player, and the same phrase with the player's name.

    `cause` is the index of the phrase that this one follows as a gain; None for other phrases. `needs_gains` is True
    for a cause that says nothing without its gains.
    """

    text: str
    named: str
    weight: int
    seat: int | None
    part: Part | None
    cause: int | None
    needs_gains: bool

    @property
    def is_sentence(self) -> bool:
        return self.cause is None and (self.part is None or self.part.sentence)

    @property
    def has_own_subject(self) -> bool:
        return self.is_sentence or (self.part is not None and self.part.own_subject)


@dataclass(frozen=True, slots=True)
class _Row:
    """The parts of a line: its heading ("" if there is none), the heading's turn, and the phrases.

    `concerns_reader` is True for the reader's own turn, and if a phrase is about the reader.
    """

    head: str
    turn: Turn
    phrases: list[_Phrase]
    concerns_reader: bool

    def text(self, say: Translator, room: int) -> str:
        """Return the line in at most `room` characters: drop phrases first, and cut the text only if necessary."""
        # The last element is dropped first: the phrase with the lowest weight and, among equal weights, the latest one.
        kept = sorted(range(len(self.phrases)), key=lambda number: (-self.phrases[number].weight, number))
        size = sum(width(phrase.text) for phrase in self.phrases)
        # A line is longer than its phrases alone. So there is no point in building it until the phrases alone fit.
        while size > room and len(kept) > 1:
            size -= width(self.phrases[kept.pop()].text)
        text = self._with(say, self._complete(kept))
        while width(text) > room and len(kept) > 1:
            kept.pop()
            text = self._with(say, self._complete(kept))
        return text if width(text) <= room else _cut(say, text, room)

    def _complete(self, kept: Sequence[int]) -> list[int]:
        """Return the indexes in order, without causes that say nothing because all of their gains are dropped."""
        gained = {phrase.cause for phrase in self.phrases} - {self.phrases[number].cause for number in kept}
        complete = [number for number in kept if number not in gained or not self.phrases[number].needs_gains]
        return sorted(complete or kept)

    def _with(self, say: Translator, kept: Sequence[int]) -> str:
        """Return the line with only these phrases: sentences that end with full stops, the others with semicolons."""
        sentences: list[str] = []
        joined: list[str] = []
        is_headed = False
        for number, text in self._joined(say, kept):
            if self.phrases[number].is_sentence:
                sentences += [*_one_sentence(joined), text]
                joined = []
            elif joined:
                joined.append(text)
            else:
                start = self._at_start(number, text)
                joined = [start if is_headed else self._headed(number, text, bool(sentences))]
                is_headed = True
        hidden = len(self.phrases) - len(kept)
        if hidden:
            more = say.n("and {n} more", "and {n} more", hidden)
            joined.append(more if joined else capital(more))
        sentences += _one_sentence(joined)
        return " ".join(one if one[-1] in ".!?:" else f"{one}." for one in sentences)

    def _headed(self, number: int, text: str, is_later: bool) -> str:
        """Return the first phrase of a line, or the first one after its sentences (`is_later`), with the heading."""
        seat, shown = self.phrases[number].seat, self._at_start(number, text)
        if not self.head or (is_later and not self._is_turn_of_phase()):
            return shown
        if self.turn.seat is None:
            # After a colon, the name of the phrase's player would have a second colon.
            return f"{self.head}. {shown}"
        # "Anna: Béla: passed" would seem to be about both players.
        is_clear = bool(self.turn.phase) or seat in (None, self.turn.seat)
        return f"{self.head}: {text}" if is_clear else text

    def _at_start(self, number: int, text: str) -> str:
        """Return a phrase as it starts a sentence. The name of a player stays as it is."""
        return text if self.phrases[number].seat is not None else capital(text)

    def _is_turn_of_phase(self) -> bool:
        """Return whether the heading has a player and a phase, so that a line needs it even after a sentence."""
        return self.turn.seat is not None and bool(self.turn.phase)

    def _joined(self, say: Translator, kept: Sequence[int]) -> list[tuple[int, str]]:
        """Return the phrases with these indexes, each with its gains and, if it isn't clear, the player's name.

        Each has the index of its phrase.
        """
        shown: list[tuple[int, str]] = []
        # The player of the phrase before, who needs no name. The first player is in the heading.
        subject, before = self.turn.seat if self.head else None, -1
        for number in kept:
            phrase = self.phrases[number]
            if phrase.cause is not None and phrase.cause in kept:
                of, text = shown[-1]
                shown[-1] = (of, f"{text}{':' if before == phrase.cause else ','} {phrase.text}")
            else:
                is_clear = phrase.seat is None or phrase.seat == subject
                shown.append((number, phrase.text if is_clear else phrase.named))
                is_before_heading = all(self.phrases[earlier].is_sentence for earlier, _ in shown)
                if not (is_before_heading and self._is_turn_of_phase()):
                    subject = self._next_subject(phrase, subject)
            before = number
        return shown

    def _next_subject(self, phrase: _Phrase, subject: int | None) -> int | None:
        """Return the player who needs no name after a phrase; None if every player needs it."""
        if phrase.has_own_subject:
            return None
        if phrase.seat is not None:
            return phrase.seat
        # A phrase without a name after a phrase about another player would seem to be about that player.
        return subject if subject == self.turn.seat else None


def _one_sentence(phrases: Sequence[str]) -> list[str]:
    return ["; ".join(phrases)] if phrases else []


def _cut(say: Translator, text: str, room: int) -> str:
    """Cut a text between the items of a list if possible, because half a name reads like another name."""
    cut = truncate(text, room)
    words = cut.removesuffix("…") + " "
    ends = [words.rfind(between) for between in (", ", "; ", say.join(("", "")))]
    # Without an item of the list, the line would not say what happened.
    return f"{words[: max(ends)]}…" if max(ends) > room // 2 else cut


def _row(say: Translator, recap: Recap, turn: _TurnEvents, reader: int | None = None) -> _Row:
    phrases: list[_Phrase] = []
    concerns_reader = reader is not None and turn.turn.seat == reader
    for group, gains in turn.in_order():
        found = [(gain, text) for gain in gains if (text := _text(say, gain))]
        alone = group.part.alone if group.part is not None else None
        needs_gains = alone is not None and any(gain.seat in (None, group.seat) for gain, _ in found)
        text = _text(say, group) if alone is None or needs_gains else alone(say, group.found)
        cause = len(phrases) if text else None
        told = [(group, text, None)] if text else []
        is_own = {id(gain): cause is not None and gain.seat in (None, group.seat) for gain, _ in found}
        told += [(gain, text, cause) for gain, text in found if is_own[id(gain)]]
        told += [(gain, text, None) for gain, text in found if not is_own[id(gain)]]
        for one, text, of in told:
            seat = one.seat
            named = text if seat is None else say.t("{player}: {part}", player=recap.name(say, seat), part=text)
            weight = _weight(one)
            if reader is not None and turn.turn.seat != reader and (seat == reader or say.seat(reader) in text):
                concerns_reader, weight = True, weight + READER_WEIGHT
            phrases.append(_Phrase(text, named, weight, seat, one.part, of, needs_gains and one is group))
    if not _is_headed(turn.turn, phrases):
        return _Row("", turn.turn, phrases, concerns_reader)
    return _Row(_heading(say, recap, turn.turn), turn.turn, phrases, concerns_reader)


def _text(say: Translator, group: _Group) -> str:
    if group.part is not None:
        return group.part.tell(say, group.found)
    # A group without a part contains the same log sentence once for each of its events.
    return counted_phrases([without_full_stop(one) for one in group.found])[0]


def _is_headed(turn: Turn, phrases: Sequence[_Phrase]) -> bool:
    """Return whether a line has a heading: the phase, or the player whose turn it is if the first phrase is theirs.

    Sentences before the first phrase stand before the heading. A line of sentences has none.
    """
    first = next((phrase for phrase in phrases if not phrase.is_sentence), None)
    return first is not None and (bool(turn.phase) or (turn.seat is not None and first.seat in (None, turn.seat)))


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


class TurnLine(NamedTuple):
    """A line about one turn, and whether it concerns the reader: it is their own turn, or it mentions them."""

    text: str
    concerns_reader: bool


def turn_lines(
    say: Translator,
    recap: Recap,
    line: Callable[[Translator, Event], str | None],
    moves: Sequence[RecapMove],
    room: int,
    reader: int | None = None,
) -> list[TurnLine]:
    """Return one line for each turn, with at most `room` characters each. Phrases about the reader are dropped last."""
    rows = [_row(say, recap, turn, reader) for turn in _turns(say, recap, line, moves)]
    return [TurnLine(row.text(say, room), row.concerns_reader) for row in rows if row.phrases]
