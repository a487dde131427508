"""Events for one reader: in full, in a few lines, or as every line of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.context import entry_lines, entry_notes
from bot.discord.ui import limits, names
from bot.matches.play.move_batch import find_hidden_hold, orders_of
from bot.matches.records import SEATING_KINDS, LogEntry, Table
from rules.kernel.engine import plans
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words import recap
from rules.kernel.words.recap import Happened
from rules.kernel.words.translation import Translator

#: Lines of a post, and of a panel.
MAX_POST_LINES, MAX_PANEL_LINES = 6, 12
#: Characters of a panel's lines, which leaves room for the question and the buttons' effects.
MAX_PANEL_LENGTH = 1000
#: Characters of the line on hints.
MAX_HINTS_LENGTH = 300


def without_undone(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries without those that were taken back.

    An undo within these entries leaves no trace; an undo to before the first is news.
    """
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.restores is not None:
            kept = [old for old in kept if old.seq <= entry.restores]
            if entry.restores >= entries[0].seq - 1:
                continue
        kept.append(entry)
    return kept


def split_events(entries: Sequence[LogEntry], after: int) -> tuple[list[LogEntry], list[LogEntry]]:
    """Return the events told up to entry `after`, and those since, both without entries taken back."""
    before = [entry for entry in entries if entry.seq <= after]
    return without_undone(before), without_undone([entry for entry in entries if entry.seq > after])


def since_own(entries: Sequence[LogEntry], seat: int) -> tuple[list[LogEntry], list[LogEntry]]:
    """Return a seat's last uninterrupted acts, and the events since."""
    line = without_undone([entry for entry in entries if entry.known])
    own = [entry.kind == "act" and entry.seat == seat for entry in line]
    end = max((number for number, is_own in enumerate(own, 1) if is_own), default=0)
    start = end
    while start and own[start - 1]:
        start -= 1
    return line[start:end], line[end:]


def news_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries that are news to their reader. The channel heard of changed players at once."""
    return [entry for entry in entries if entry.known and entry.kind not in SEATING_KINDS]


def with_names_then(say: Translator, entry: LogEntry) -> Translator:
    """Return the same reader's words with the names of the seats' players at the time of an entry."""
    if not entry.former:
        return say
    former = {seat: names.safe_name(name) for seat, name in entry.former.items()}
    return say.with_names([former.get(seat, name) for seat, name in enumerate(say.names)])


def then_label(say: Translator, former: Mapping[int, str]) -> Translator:
    """Return the same for labels, which have no markdown, with the names of former players."""
    return say.with_names(
        [names.clean_name(former[seat]) if seat in former else name for seat, name in enumerate(say.names)]
    )


def _over_time(say: Translator, entries: Sequence[LogEntry]) -> Translator:
    """Return the same for entries in one text: a seat that changed hands has both names."""
    former = {seat: name for entry in reversed(entries) for seat, name in entry.former.items()}
    if not former:
        return say
    both = {
        seat: say.t("{name}, later {now}", name=names.safe_name(name), now=say.seat(seat))
        for seat, name in former.items()
    }
    return say.with_names([both.get(seat, name) for seat, name in enumerate(say.names)])


def orders_stopped_line(say: Translator, table: Table, seat: int) -> list[str]:
    """Return why a seat's orders do not answer the question they were left for; only its player may read it."""
    match, mine = table.match, next((one for one in table.info.seats if one.seat == seat), None)
    if mine is None or table.info.status != "playing":
        return []
    left = match.game.standing(match, seat, orders_of(match, mine))
    why = plans.hitch(say, match, seat, left) if seat in match.decisions() else ""
    here = [f"**{say.t('Your plan stops here.')}** {why}"] if why else []
    return [*here, *match.game.lapsed(say, match, seat, left)]


def hints_asked(say: Translator, table: Table) -> list[str]:
    """Return each player's number of hints, if there are any, without their contents.

    While it is secret who has answered, hints are secret too: a player who asks for one has not answered yet.
    """
    if find_hidden_hold(table.match) is not None:
        return []
    asked = [f"{say.seat(seat.seat)} {seat.hinted}" for seat in table.info.seats if seat.hinted]
    told = say.t("Hints asked: {names}", names=", ".join(asked))
    return [limits.truncate(f"-# {told}", MAX_HINTS_LENGTH)] if asked else []


def recapped(
    game: AnyParts,
    say: Translator,
    before: Sequence[LogEntry],
    entries: Sequence[LogEntry],
    room: int,
    limit: int = MAX_POST_LINES,
) -> list[str]:
    """Return events in small print, in full and in few lines; `before` only shows whose turn it was."""
    moves = [Happened(entry.events, before=True) for entry in before if entry.known]
    moves += [
        Happened(entry.events, entry_notes(with_names_then(say, entry), entry)) for entry in news_entries(entries)
    ]
    say = _over_time(say, entries)
    small = "-# "
    room -= limit * (len(small) + 1)
    lines = recap.lines(say, game.recap, game.event_line, moves, limit, room)
    if say.signed and sum(map(len, lines)) > room:
        # A sign is short to read but has many characters. Where they don't fit, words say the same.
        lines = recap.lines(say.without_icons(), game.recap, game.event_line, moves, limit, room)
    return [f"{small}{line}" for line in lines]


def would_go(game: AnyParts, say: Translator, entries: Sequence[LogEntry], restores: int, room: int) -> list[str]:
    """Return in small print which of these entries an undo to entry `restores` would remove."""
    return recapped(game, say, (), without_undone([entry for entry in entries if entry.seq > restores]), room)


def all_lines(game: AnyParts, say: Translator, entries: Sequence[LogEntry]) -> list[str]:
    """Return every line of the log on these entries."""
    return [line for entry in news_entries(entries) for line in entry_lines(game, with_names_then(say, entry), entry)]
