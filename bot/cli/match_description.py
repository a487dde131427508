"""Describes a match in lines of text for the operator: only public information or, if `secrets`, everything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import rules
from bot.matches import refusals
from bot.matches.history import service as history
from bot.matches.packs import pack_cache
from bot.matches.play.position_rebuild import DamagedMatch, entry, error_summary
from bot.matches.service_results import MatchInfo
from bot.store import outbox
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.events import reaches
from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator


async def lines(db: Reader, match_id: int, entries: int, secrets: bool) -> list[str]:
    """Return the lines that describe a match, including its last `entries` journal entries; raises Refusal for an
    unknown match.
    """
    info = await matches.get(db, match_id)
    if info is None:
        raise refusals.unknown_match()
    found = [*_match_lines(info)]
    game = rules.GAMES.get(info.game)
    if game is None:
        return [*found, f"The game {info.game} is not installed.", *await _posts(db, match_id)]
    match = await _load(db, game, info)
    found.append(_turn(info, match))
    found += await _journal(db, game, info, entries, secrets)
    found += await _posts(db, match_id)
    if secrets:
        found += await _secrets(db, game, info, match)
    return found


async def _journal(db: Reader, game: AnyGame, info: MatchInfo, entries: int, secrets: bool) -> list[str]:
    """Return the lines about the last journal entries. Unless `secrets`, the content of a secret entry is left out."""
    numbers, rows = await journal.numbers(db, info.id), dict[int, JournalRow]()
    for seq in numbers:
        with suppress(DamagedMatch):
            rows[seq] = await entry(db, info.id, seq)
    visible_seqs = set(rows) if secrets else history.visible_seqs(list(rows.values()), info, None)
    output_lines = ["Last entries:"] if numbers else []
    for seq in numbers[-entries:]:
        if seq not in rows:
            output_lines.append(f"  {seq}  (can't be read)")
        elif seq not in visible_seqs:
            output_lines.append(f"  {seq}  {time(rows[seq].at)}  (hidden)")
        else:
            output_lines += _entry(game, info, rows[seq], secrets)
    return output_lines


def _match_lines(info: MatchInfo) -> Iterator[str]:
    yield f"Match {info.id}: {info.game}, {info.status}, entry {info.seq}"
    yield f"Server {info.guild_id}, channel {info.channel_id}, language {info.locale}"
    start_text = "not begun" if info.started_at is None else f"begun {time(info.started_at)}"
    ended = "" if info.ended_at is None else f", ended {time(info.ended_at)}"
    yield f"Opened {time(info.created_at)}, {start_text}{ended}"
    for seat in info.seats:
        host = ", host" if seat.user_id == info.host_id else ""
        user = f"user {seat.user_id}{host}" if seat.is_human else "no one"
        computer = f", played by a computer ({seat.computer})" if seat.computer is not None else ""
        yield f"Seat {seat.seat}: {clean(seat.name)} ({user}){computer}"
    options_text = ", ".join(f"{name} = {_json(value)}" for name, value in sorted(info.options.items()))
    yield f"Options: {options_text or 'the usual ones'}"
    if info.error_id is not None:
        yield f"Frozen with error {info.error_id}; --secrets shows its report, `match rewind` brings it back."


async def _load(db: Reader, game: AnyGame, info: MatchInfo) -> Match[Any] | str:
    """Return the match in its current state, or the reason why it can't be opened."""
    try:
        # This reference keeps the pack in memory until the match is loaded; after that, the match itself has a
        # reference.
        _pack = await pack_cache.require_pack(db, game, info.pack)
        state = await matches.state(db, info.id)
        return "it has not begun" if state is None else game.load(state[1])
    except Exception as error:
        return error_summary(error)


def _turn(info: MatchInfo, match: Match[Any] | str) -> str:
    if isinstance(match, str):
        return f"There is no position to look at: {match}."
    if match.over or info.status != "playing":
        return "No one has to act."
    waiting = match.decisions()
    names = [
        f"seat {seat.seat} ({clean(seat.name)})" + (f" since {time(seat.waiting_since)}" if seat.waiting_since else "")
        for seat in info.seats
        if seat.seat in waiting
    ]
    return f"Waits for {', '.join(names)}"


def _entry(game: AnyGame, info: MatchInfo, row: JournalRow, secrets: bool) -> Iterator[str]:
    """Yield the lines about a journal entry: a heading, then its public events or, if `secrets`, all events."""
    who = "" if row.seat is None else f" by seat {row.seat}"
    back = f", as after entry {row.restores}" if row.restores is not None else ""
    reason = f": {clean(str(row.action['reason']))}" if row.action and "reason" in row.action else ""
    yield f"  {row.seq}  {time(row.at)}  {row.kind}{who}{back}{reason}"
    if secrets and row.action is not None:
        yield f"        {_json(row.action)}"
    say = Translator("en", tuple(map(clean, info.names)), pack=info.pack)
    for data in row.events:
        if not (secrets or reaches(data.get("to"), None)):
            continue
        try:
            line = game.event_line(say, game.event_from_json(data))
        except SaveError:
            line = "(something that this version does not know)"
        if line:
            to = "" if data.get("to") is None else f"only for {_listed(data['to'])}: "
            yield f"        {to}{line}"


async def _posts(db: Reader, match_id: int) -> list[str]:
    """Return the lines about the match's posts: how many are waiting, delivered or given up, and why attempts
    failed.
    """
    sums = await outbox.counts_by_kind(db, match_id)
    parts: list[str] = []
    for status in ("due", "done", "dead"):
        kinds = {kind: count for (of, kind), count in sums.items() if of == status}
        listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) if status != "done" else ""
        parts.append(f"{sum(kinds.values())} {status}" + (f" ({listed})" if listed else ""))
    output_lines = [f"Outbox: {', '.join(parts)}"]
    for row in await outbox.failing(db, match_id):
        until = f", again {time(row.not_before)}" if row.status == "due" else ", given up"
        output_lines.append(
            f"  {row.kind}: {row.attempts} {'try' if row.attempts == 1 else 'tries'}{until}: {row.error}"
        )
    return output_lines


async def _secrets(db: Reader, game: AnyGame, info: MatchInfo, match: Match[Any] | str) -> list[str]:
    """Return the lines about each seat's secrets, and about the error that froze the match, if it is frozen."""
    found: list[str] = []
    if not isinstance(match, str):
        say = Translator("en", tuple(map(clean, info.names)), pack=info.pack)
        for seat in info.seats:
            found += [f"Seat {seat.seat} holds:", *_indented(game.hand_text(say, match.view(seat.seat)))]
    report = await matches.error_text(db, info.id)
    if report is not None:
        found += ["Report of the fault:", *_indented(report)]
    return found


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]


def _listed(seats: list[int]) -> str:
    return "seat " + ", ".join(map(str, seats))


def clean(text: str) -> str:
    """Return a text with unprintable characters, such as terminal control characters, replaced."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def time(at: int) -> str:
    """Return a time as text in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
