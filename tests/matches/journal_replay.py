"""Replay from the journal: the stored match must be what the rules make of its moves."""

from __future__ import annotations

import json
import random
from typing import Any

from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.store import Store
from rules.kernel.data.events import to_json
from rules.kernel.engine import seed_commitment
from rules.kernel.engine.match import Match
from rules.kernel.engine.sealed_choices import withdraw
from rules.kernel.game import AnyGame


async def replayed(store: Store, match_id: int, game: AnyGame) -> int:
    """Return the match's number, after replaying its journal against every snapshot and the saved position."""
    saved = await matches.state(store.read, match_id)
    assert saved is not None
    seq, data = saved
    match = game.load(await _snapshot(store, match_id, 1))
    rows = await journal.since(store.read, match_id, 1)
    assert [row.seq for row in rows] == list(range(2, seq + 1))
    kept = set(await journal.saved_positions(store.read, match_id))
    for row in rows:
        if row.restores is not None:
            match = game.load(await _snapshot(store, match_id, row.restores))
            action = row.action or {}
            if "dealt" in action:
                match = seed_commitment.redeal(match, action["luck"], random.Random(f"dealt/{action['luck']}"))
            elif "luck" in action:
                seed_commitment.renew(match, action["luck"])
        else:
            match = _again(match, row)
        # Moves made at once by standing orders are saved with the move they answered.
        if row.seq in kept:
            assert await _snapshot(store, match_id, row.seq) == match.dump(), f"another position after {row.seq}"
    assert match.dump() == data
    return seq


async def _snapshot(store: Store, match_id: int, seq: int) -> bytes:
    data = await journal.snapshot(store.read, match_id, seq)
    assert data is not None
    return data


def _again(match: Match[Any], row: JournalRow) -> Match[Any]:
    """Repeat a move and return the resulting match; its events must match the journal."""
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
