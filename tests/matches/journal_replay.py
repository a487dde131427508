"""Replays a match's journal and checks that the rules lead to the stored positions."""

from __future__ import annotations

import json
import random
from typing import Any

from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.store import Store
from rules.kernel.data.events import to_json
from rules.kernel.engine import match_reseeding
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import withdraw
from rules.kernel.game import AnyGame


async def replay_journal(store: Store, match_id: int, game: AnyGame) -> int:
    """Replay a match's journal; compare all snapshots and the saved position; return the last entry's number."""
    saved = await matches.state(store.read, match_id)
    assert saved is not None
    seq, data = saved
    match = game.load(await _snapshot(store, match_id, 1))
    rows = await journal.since(store.read, match_id, 1)
    assert [row.seq for row in rows] == list(range(2, seq + 1))
    snapshot_seqs = set(await journal.saved_positions(store.read, match_id))
    for row in rows:
        if row.restores is not None:
            match = game.load(await _snapshot(store, match_id, row.restores))
            action = row.action or {}
            if "dealt" in action:
                match = match_reseeding.redeal(match, action["luck"], random.Random(f"dealt/{action['luck']}"))
            elif "luck" in action:
                match_reseeding.reseed(match, action["luck"])
        else:
            match = _apply_entry(match, row)
        # There are no snapshots between consecutive moves of standing orders, only one after the last of them.
        if row.seq in snapshot_seqs:
            assert await _snapshot(store, match_id, row.seq) == match.dump(), f"another position after {row.seq}"
    assert match.dump() == data
    return seq


async def _snapshot(store: Store, match_id: int, seq: int) -> bytes:
    data = await journal.snapshot(store.read, match_id, seq)
    assert data is not None
    return data


def _apply_entry(match: Match[Any], row: JournalRow) -> Match[Any]:
    """Apply a journal entry, assert that it causes the recorded events, and return the resulting match."""
    assert row.seat is not None
    if row.kind == "withdraw":
        return withdraw(match, row.seat)
    if row.kind == "concede":
        events = match.concede(row.seat)
    else:
        assert row.action is not None
        events = match.apply(row.seat, match.game.action_from_json(row.action))
        assert json.loads(json.dumps(match.outcomes, default=str)) == list(row.chance)
    assert tuple(map(to_json, events)) == row.events
    return match
