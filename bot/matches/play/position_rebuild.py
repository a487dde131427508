"""Rebuilding any position of a match from a snapshot and the journal."""

from __future__ import annotations

import random
import zlib
from typing import Any

from bot.matches.service_results import REDEALT_FIELD, SEED_FIELD, MatchInfo
from bot.store.decoding import UnreadableValue as UnreadableValue
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.events import Event
from rules.kernel.engine import match_reseeding
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import withdraw
from rules.kernel.errors import SaveError, TenebraeError
from rules.kernel.game import AnyGame


class DamagedMatch(Exception):
    """The journal or a snapshot is damaged. The message is one sentence for the operator."""


def error_summary(error: Exception) -> str:
    """Return a description of an error that names no cards: its message if the rules raised it, otherwise its class."""
    if isinstance(error, TenebraeError):
        return str(error).rstrip(".")
    return f"the rules failed ({type(error).__name__})"


async def entry(db: Reader, match_id: int, seq: int) -> JournalRow:
    """Return a journal entry. Raises DamagedMatch if it is missing or unreadable."""
    try:
        row = await journal.entry(db, match_id, seq)
    except UnreadableValue as error:
        raise DamagedMatch(f"Entry {seq} can't be read.") from error
    if row is None:
        raise DamagedMatch(f"The journal lacks entry {seq}.")
    return row


async def snapshot(db: Reader, game: AnyGame, match_id: int, seq: int) -> Match[Any] | None:
    """Return the match as saved after an entry, or None if it wasn't saved. Raises DamagedMatch."""
    try:
        data = await journal.snapshot(db, match_id, seq)
        return None if data is None else game.load(data)
    except (SaveError, zlib.error) as error:
        raise DamagedMatch(f"The position saved after entry {seq} can't be opened: {error_summary(error)}.") from error


def redealt(match: Match[Any], seed: str) -> Match[Any]:
    """Return a match with this random seed, and with everything hidden dealt again. The same seed gives the same
    result.
    """
    return match_reseeding.redeal(match, seed, random.Random(f"dealt/{seed}"))  # noqa: S311 - as secret as the seed


async def was_revealed(db: Reader, info: MatchInfo, seq: int) -> bool:
    """Return whether the end of a match has revealed what was hidden after entry `seq`."""
    if info.status == "over":
        return True
    later_rows = await journal.since(db, info.id, seq)
    return any(row.action is not None and row.action.get(REDEALT_FIELD) for row in later_rows)


def replay_entry(match: Match[Any], row: JournalRow) -> tuple[Match[Any], list[Event]]:
    """Replay a journal entry on a match. Return the match after the entry, and the events. Raises DamagedMatch.

    To replay a take-back or repair, pass the match as it was at the position that the entry returns to. Don't use
    `match` afterwards.
    """
    try:
        if row.kind == "withdraw" and row.seat is not None:
            return withdraw(match, row.seat), []
        if row.kind == "concede" and row.seat is not None:
            return match, match.concede(row.seat)
        if row.seat is not None and row.action is not None and "verb" in row.action:
            return match, match.apply(row.seat, match.game.action_from_json(row.action))
        if row.restores is not None and row.action is not None and SEED_FIELD in row.action:
            if row.action.get(REDEALT_FIELD):
                return redealt(match, row.action[SEED_FIELD]), []
            match_reseeding.reseed(match, row.action[SEED_FIELD])
    except Exception as error:
        raise DamagedMatch(f"Entry {row.seq} can't be made again: {error_summary(error)}.") from error
    return match, []


async def position_at(db: Reader, game: AnyGame, match_id: int, seq: int) -> Match[Any]:
    """Return the match after entry `seq`, replayed from the last readable snapshot before it.

    Raises DamagedMatch if the position can't be rebuilt from any snapshot.
    """
    entries_to_replay: list[JournalRow] = []
    fault, at = DamagedMatch(f"There is no position after entry {seq}."), seq
    while at > 0:
        try:
            match = await snapshot(db, game, match_id, at)
        except DamagedMatch as error:
            match, fault = None, error
        if match is not None:
            for missed in reversed(entries_to_replay):
                match, _ = replay_entry(match, missed)
            return match
        row = await entry(db, match_id, at)
        entries_to_replay.append(row)
        # Always go to an earlier entry. A damaged entry might restore itself or a later one, which would cause an
        # endless loop.
        at = at - 1 if row.restores is None else min(row.restores, at - 1)
    raise fault
