"""`tenebrae export`: writes results and moves of finished matches as JSON Lines.

Matches are read one by one from one snapshot of the database, so the history may be long and the bot may be running.
The secrets of a match are exported only if it was played to its end. If a match uses a server's own content pack, only
its result is exported, because the pack's content is private.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Literal

from pydantic import BaseModel

from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.cli.export_lines import FORMAT_VERSION, ExportLine, Holder, MatchLine, MoveLine, StartLine
from bot.cli.transfer_command import atomic_file
from bot.features.profiles.statements import results
from bot.features.profiles.statements.results import FinishedRow, MatchResultRow, ResultFilter
from bot.features.replays.service.replay_steps import OPEN_VIEWER, viewers
from bot.matches.history.score_timeline import line_to
from bot.matches.history.service import visible_seqs
from bot.matches.service_results import MOVE_KINDS, SEED_FIELD
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.events import reaches

#: The names of the files if the export is written to a folder.
RESULTS_FILE, MOVES_FILE = "results.jsonl", "moves.jsonl"
#: The number of matches read per query, and the maximum number of listed matches with unreadable moves.
PAGE_SIZE, MAX_NAMED_MATCHES = 100, 10
#: The kinds of journal entries that contain an action of the game.
_ACTION_KINDS = (*MOVE_KINDS, "concede")
#: The kinds of journal entries that start a match.
_START_KINDS = ("start", "import")


@dataclass(frozen=True, slots=True)
class Request:
    """What to export, as given by the command's options."""

    game: str | None = None
    server: int | None = None
    since: date | None = None
    until: date | None = None
    names: bool = False
    moves: bool = True

    @property
    def wanted(self) -> ResultFilter:
        """The filter of the database query that finds the matches to export."""
        before = None if self.until is None else self.until + timedelta(days=1)
        return ResultFilter(self.game, self.server, _moment(self.since), _moment(before))


def _moment(day: date | None) -> int | None:
    return None if day is None else int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def day(text: str | None) -> date | None:
    """Parse a date such as 2026-01-31; raises ConfigError. None stays None."""
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise ConfigError(f"{text!r} is not a date; write it like 2026-01-31.") from None


@dataclass(frozen=True, slots=True)
class ExportedNames:
    """Names for people, servers and matches: their ids (if `shows_ids`), or pseudonyms.

    The pseudonyms are made with a random key that is used for this export only.
    """

    shows_ids: bool
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def name_of(self, kind: Literal["player", "server", "match"], number: int) -> str:
        """Return the exported name for a person's, server's or match's id."""
        if self.shows_ids:
            return str(number)
        return blake2b(f"{kind} {number}".encode(), key=self._key, digest_size=10).hexdigest()

    def player(self, user_id: int | None) -> str | None:
        """Return the exported name for a person; None for a computer player."""
        return None if user_id is None or user_id <= 0 else self.name_of("player", user_id)


@dataclass(frozen=True, slots=True)
class Moves:
    """The exported moves of a match. `scope` says whether these are all moves, only the public ones, or none."""

    scope: Literal["all", "public", "none"] = "none"
    position: dict[str, Any] | None = None
    rows: tuple[JournalRow, ...] = ()


@dataclass(slots=True)
class ExportCounts:
    """The numbers of exported matches and moves, and the matches whose moves couldn't be read."""

    matches: int = 0
    moves: int = 0
    #: The number of matches with unreadable moves, and the ids of the first few.
    unreadable: int = 0
    first_lost: list[int] = field(default_factory=list[int])

    def count_unreadable(self, match_id: int) -> None:
        """Count a match with unreadable moves."""
        self.unreadable += 1
        if self.unreadable <= MAX_NAMED_MATCHES:
            self.first_lost.append(match_id)


def write_export(settings: Settings, request: Request, out: Path, say: Callable[[str], None], *, force: bool) -> None:
    """Write an export to the file `out`, or to two files in the folder `out`; raises StartError.

    The bot may be running. `force` replaces existing files.
    """
    if request.since and request.until and request.since > request.until:
        raise ConfigError(f"{request.since} is after {request.until}, so no day lies between them.")
    files = _files(out, request.moves)
    for file in files:
        if not force and file.exists():
            raise ConfigError(f"There is a file {file} already; --force replaces it.")

    async def work() -> ExportCounts:
        async with read_snapshot(settings.database) as db:
            # If there is no match to export, don't create empty files.
            if not await results.page(db, request.wanted, 0, 1):
                raise StartError("No finished match fits, so nothing was written.")
            _create_folder(files[0].parent)
            with ExitStack() as stack:
                sinks = [stack.enter_context(atomic_file(file)) for file in files]
                return await _write(db, request, sinks)

    try:
        found = asyncio.run(work())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    moves = f", moves: {found.moves:,}" if request.moves else ""
    say(f"{out} is written. Matches: {found.matches:,}{moves}.")
    if found.unreadable:
        more = " and others" if found.unreadable > MAX_NAMED_MATCHES else ""
        match_list = ", ".join(map(str, found.first_lost)) + more
        say(f"The moves of {found.unreadable:,} of them can't be read, and are left out: those of match {match_list}.")


def _files(out: Path, moves: bool) -> list[Path]:
    """Return the files to write: `out` itself if its name ends in .jsonl, otherwise the files in the folder `out`."""
    if out.suffix == ".jsonl" and not out.is_dir():
        return [out]
    return [out / RESULTS_FILE, out / MOVES_FILE] if moves else [out / RESULTS_FILE]


def _create_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"{folder} can't be written: {error.strerror}.") from None


async def _write(db: Reader, request: Request, sinks: list[BinaryIO]) -> ExportCounts:
    """Write all lines: matches to the first file in `sinks`, and moves to the last, which may be the same file."""
    names, found = ExportedNames(request.names), ExportCounts()
    for sink in sinks:
        _write_line(sink, _export_line(request, names))
    async for match, rows in _matches(db, request.wanted):
        moves = Moves()
        if request.moves and not match.pack:
            try:
                moves = await _moves(db, match)
            except (ValueError, TypeError, LookupError, zlib.error):
                found.count_unreadable(match.match_id)
        _write_line(sinks[0], _match_line(match, rows, moves, names))
        found.matches += 1
        if moves.scope == "none":
            continue
        _write_line(sinks[-1], _start_line(match, rows, moves, names))
        for number, row in enumerate(moves.rows, 1):
            _write_line(sinks[-1], _move_line(match, number, row, names, public=moves.scope == "public"))
        found.moves += sum(row.kind in MOVE_KINDS for row in moves.rows)
    return found


def _write_line(sink: BinaryIO, line: BaseModel) -> None:
    sink.write(line.model_dump_json().encode() + b"\n")


async def _matches(db: Reader, result_filter: ResultFilter) -> AsyncGenerator[tuple[FinishedRow, list[MatchResultRow]]]:
    """Yield the requested matches with their results, in order of creation. Only a few are in memory at a time."""
    after = 0
    while page := await results.page(db, result_filter, after, PAGE_SIZE):
        for match in page:
            yield match
        after = page[-1][0].match_id


async def _moves(db: Reader, match: FinishedRow) -> Moves:
    """Return the moves of a match that may be exported: all of them, or only the public ones.

    Raises an error if the moves can't be read.
    """
    info = await matches.get(db, match.match_id)
    rows = await journal.since(db, match.match_id, 0)
    if info is None or not rows:
        raise LookupError
    line = [row for row in line_to({row.seq: row for row in rows}, info.seq)[::-1] if row.kind not in _START_KINDS]
    if OPEN_VIEWER in viewers(info, None):
        start = await journal.snapshot(db, match.match_id, 1)
        if start is None:
            raise LookupError
        return Moves("all", json.loads(start), tuple(line))
    public = visible_seqs(rows, info, None)
    return Moves("public", None, tuple(row for row in line if row.seq in public and row.restores is None))


def _export_line(request: Request, names: ExportedNames) -> ExportLine:
    return ExportLine(
        format=FORMAT_VERSION,
        at=int(datetime.now(UTC).timestamp()),
        names=request.names,
        game=request.game,
        server=None if request.server is None else names.name_of("server", request.server),
        since=None if request.since is None else request.since.isoformat(),
        until=None if request.until is None else request.until.isoformat(),
    )


def _options(match: FinishedRow) -> Mapping[str, Any]:
    """Return a match's options.

    If the match uses a server's own pack, return none, because options may name the pack's content.
    """
    return {} if match.pack else {name: value for name, value in match.options.items() if name != "pack"}


def _match_line(match: FinishedRow, rows: list[MatchResultRow], moves: Moves, names: ExportedNames) -> MatchLine:
    return MatchLine(
        match=names.name_of("match", match.match_id),
        game=match.game,
        server=names.name_of("server", match.guild_id),
        players=match.players,
        options=dict(_options(match)),
        pace=match.pace,
        rounds=match.rounds,
        moves=match.moves,
        ending=match.ending,
        started_at=match.started_at,
        ended_at=match.ended_at,
        rated=match.rated,
        own_pack=bool(match.pack),
        told=moves.scope,
        seats=[_holder(row, names, own_pack=bool(match.pack)) for row in rows],
    )


def _holder(row: MatchResultRow, names: ExportedNames, *, own_pack: bool) -> Holder:
    return Holder(
        seat=row.seat,
        player=names.player(row.user_id),
        name=row.name if names.shows_ids and row.user_id > 0 else None,
        last=row.last,
        computer=row.computer,
        place=row.place,
        won=row.won,
        total=row.total,
        scores=row.scores,
        played={} if own_pack else row.played,
        moves=row.moves,
        of_moves=row.of_moves,
        answers_in=row.answers_in,
        hints=row.hints,
    )


def _start_line(match: FinishedRow, rows: list[MatchResultRow], moves: Moves, names: ExportedNames) -> StartLine:
    return StartLine(
        match=names.name_of("match", match.match_id),
        game=match.game,
        players=match.players,
        options=dict(_options(match)),
        seats=[names.player(row.user_id) for row in rows if row.last],
        at=match.started_at,
        position=moves.position,
    )


def _move_line(match: FinishedRow, number: int, row: JournalRow, names: ExportedNames, *, public: bool) -> MoveLine:
    action = row.action or {}
    return MoveLine(
        match=names.name_of("match", match.match_id),
        number=number,
        at=row.at,
        kind=row.kind,
        seat=row.seat,
        player=names.player(row.user_id),
        action=None if public or row.kind not in _ACTION_KINDS or "verb" not in action else action,
        luck=None if public or row.restores is None else action[SEED_FIELD],
        chance=[] if public else list(row.chance),
        events=[event for event in row.events if not public or reaches(event["to"], None)],
    )
