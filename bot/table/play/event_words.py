"""Describes journal entries to a reader, as a short summary or as every line of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.discord.match_context import entry_lines, entry_notes
from bot.discord.ui import limits, safe_names
from bot.matches.play.move_batch import find_hidden_hold, orders_of
from bot.matches.service_results import SEATING_KINDS, LogEntry, Table, without_undone
from rules.kernel.engine import planned_turns
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import Translator

#: Maximum number of lines about events in a post.
MAX_POST_LINES = 6
#: Maximum number of turns that a panel reports, and the maximum length of a turn in characters, which is two lines of
#: small print on a phone.
MAX_PANEL_TURNS, MAX_TURN_LENGTH = 3, 78
#: Maximum number of characters about the moves that an undo would reverse.
MAX_UNDO_LENGTH = 1000
#: Maximum number of characters in the line about hints.
MAX_HINTS_LENGTH = 300


def split_events(entries: Sequence[LogEntry], after: int) -> tuple[list[LogEntry], list[LogEntry]]:
    """Split the entries into those up to entry number `after` and later ones. Undone moves are left out."""
    before = [entry for entry in entries if entry.seq <= after]
    return without_undone(before), without_undone([entry for entry in entries if entry.seq > after])


def split_at_own_moves(entries: Sequence[LogEntry], seat: int) -> tuple[list[LogEntry], list[LogEntry]]:
    """Return the entries of a seat's latest series of consecutive moves, and the entries since then."""
    line = without_undone([entry for entry in entries if entry.known])
    is_own_move = [entry.kind == "act" and entry.seat == seat for entry in line]
    end = max((number for number, is_own in enumerate(is_own_move, 1) if is_own), default=0)
    start = end
    while start and is_own_move[start - 1]:
        start -= 1
    return line[start:end], line[end:]


def last_own_move(entries: Sequence[LogEntry], seat: int) -> int:
    """Return the number of a seat's last move, even if that move told nothing; 0 if the seat hasn't moved."""
    line = without_undone(entries) if entries else []
    return max((entry.seq for entry in line if entry.kind == "act" and entry.seat == seat), default=0)


def news_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries that are news to the reader.

    Entries about changes of players are omitted, because such changes are posted immediately.
    """
    return [entry for entry in entries if entry.known and entry.kind not in SEATING_KINDS]


def with_former_names(say: Translator, entry: LogEntry) -> Translator:
    """Return a translator that names the players who held the seats when an entry was made."""
    if not entry.former:
        return say
    former = {seat: safe_names.safe_name(name) for seat, name in entry.former.items()}
    return say.with_names([former.get(seat, name) for seat, name in enumerate(say.names)])


def label_with_former_names(say: Translator, former: Mapping[int, str]) -> Translator:
    """Return a translator with the names of former players, for labels, where markdown has no effect."""
    return say.with_names(
        [safe_names.clean_name(former[seat]) if seat in former else name for seat, name in enumerate(say.names)]
    )


def _with_all_names(say: Translator, entries: Sequence[LogEntry]) -> Translator:
    """Return a translator for a text about several entries.

    If a seat changed hands between the entries, the translator names both players.
    """
    former = {seat: name for entry in reversed(entries) for seat, name in entry.former.items()}
    if not former:
        return say
    both = {
        seat: say.t("{name}, later {now}", name=safe_names.safe_name(name), now=say.seat(seat))
        for seat, name in former.items()
    }
    return say.with_names([both.get(seat, name) for seat, name in enumerate(say.names)])


def orders_stopped_line(say: Translator, table: Table, seat: int) -> list[str]:
    """Return lines about why a seat's standing orders don't answer its question. Only its player may see them."""
    match, own_seat = table.match, next((one for one in table.info.seats if one.seat == seat), None)
    if own_seat is None or table.info.status != "playing":
        return []
    remaining_orders = match.game.standing(match, seat, orders_of(match, own_seat))
    why = planned_turns.stop_reason(say, match, seat, remaining_orders) if seat in match.decisions() else ""
    plan_lines = [f"**{say.t('Your plan stops here.')}** {why}"] if why else []
    return [*plan_lines, *match.game.lapsed(say, match, seat, remaining_orders)]


def hints_asked(say: Translator, table: Table) -> list[str]:
    """Return a line about how many hints each player has requested, in a list; empty if no one has requested any.

    The list is also empty while it is secret who has answered, because a player who requests a hint hasn't answered
    yet.
    """
    if find_hidden_hold(table.match) is not None:
        return []
    hint_counts = [f"{say.seat(seat.seat)} {seat.hinted}" for seat in table.info.seats if seat.hinted]
    text = say.t("Hints used: {names}", names=", ".join(hint_counts))
    return [limits.truncate(f"-# {text}", MAX_HINTS_LENGTH)] if hint_counts else []


def recap_lines(
    game: AnyParts,
    say: Translator,
    before: Sequence[LogEntry],
    entries: Sequence[LogEntry],
    room: int,
    limit: int = MAX_POST_LINES,
) -> list[str]:
    """Return a summary of the entries in small print, with at most `limit` lines and `room` characters.

    `before` contains earlier entries, which are used only to determine whose turn it was.
    """
    moves = _recap_moves(say, before, entries)
    say = _with_all_names(say, entries)
    small = "-# "
    room -= limit * (len(small) + 1)
    lines = recap.lines(say, game.recap, game.event_line, moves, limit, room)
    if say.signed and sum(map(len, lines)) > room:
        # An icon takes up many characters in a message. If the icons don't fit, use words instead.
        lines = recap.lines(say.without_icons(), game.recap, game.event_line, moves, limit, room)
    return [f"{small}{line}" for line in lines]


@dataclass(frozen=True, slots=True)
class LatestTurns:
    """The latest turns, one line of small print each, and the number of turns before them."""

    lines: Sequence[str] = ()
    earlier_turns: int = 0

    @property
    def count(self) -> int:
        """The number of turns."""
        return self.earlier_turns + len(self.lines)


def latest_turns(
    game: AnyParts,
    say: Translator,
    before: Sequence[LogEntry],
    entries: Sequence[LogEntry],
    reader: int | None = None,
) -> LatestTurns:
    """Return the latest turns for the panel of the seat `reader`. Each takes at most two lines on a phone.

    Turns that concern the reader come first. See `recap_lines` for `before`.
    """
    turns = recap.turn_lines(
        _with_all_names(say, entries),
        game.recap,
        game.event_line,
        _recap_moves(say, before, entries),
        MAX_TURN_LENGTH,
        reader,
    )
    latest = sorted(turns[-MAX_PANEL_TURNS:], key=lambda turn: not turn.concerns_reader)
    return LatestTurns([f"-# {turn.text}" for turn in latest], max(0, len(turns) - MAX_PANEL_TURNS))


def _recap_moves(say: Translator, before: Sequence[LogEntry], entries: Sequence[LogEntry]) -> list[RecapMove]:
    return [
        *(RecapMove(entry.events, before=True) for entry in before if entry.known),
        *(
            RecapMove(entry.events, entry_notes(with_former_names(say, entry), entry))
            for entry in news_entries(entries)
        ),
    ]


def undone_lines(game: AnyParts, say: Translator, entries: Sequence[LogEntry], restores: int, room: int) -> list[str]:
    """Return lines in small print about the moves that an undo to entry `restores` would reverse."""
    return recap_lines(game, say, (), without_undone([entry for entry in entries if entry.seq > restores]), room)


def all_lines(game: AnyParts, say: Translator, entries: Sequence[LogEntry]) -> list[str]:
    """Return every line of the log about these entries."""
    return [line for entry in news_entries(entries) for line in entry_lines(game, with_former_names(say, entry), entry)]
