"""No secret of a match appears outside its saved position: not in logs, posts, other database rows or file names."""

from __future__ import annotations

import io
import json
import logging
import os
import random
import re
from pathlib import Path
from types import ModuleType

import pytest

import rules
from bot.app import logs
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.notifications.delivery import DeliveryWorker
from bot.store.statements import matches
from bot.store.store import Store
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from tests import database_access
from tests.conformance.random_play import ends
from tests.matches.room import ANNA, NAMES, ManualClock, Messenger, can_take_back

SEED = "seed-that-nobody-may-read"
#: Number of moves that are made in each match, including undone moves.
MOVES = 60
#: The only fields allowed in an outbox row: they name the people to notify, the time and the sentence, but no hidden
#: cards.
FIELDS = {"seq", "seats", "users", "after", "user_id", "turn", "msgid", "args", "vote", "shown", "asked"}
FIELDS |= {"loud", "daily"}


@pytest.fixture
def lines() -> io.StringIO:
    stream = io.StringIO()
    logs.set_up("DEBUG", "text", stream=stream)
    return stream


async def fail_with_state(service: MatchService, match_id: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the match: patch the rules to raise an error whose text contains the whole state, and make a move."""

    def apply(match: Match, seat: int, action: object) -> list:
        raise KeyError(f"{match.state}")

    monkeypatch.setattr(Match, "apply", apply)
    table = await service.matches.table(match_id)
    seat, decision = next(iter(table.match.decisions().items()))
    with pytest.raises(Refusal, match="frozen"):
        await service.play.act(match_id, table.info.seats[seat].user_id, decision.actions[0])


@pytest.mark.parametrize("game", rules.GAMES)
async def test_a_played_match_leaves_no_secret_outside_its_save(
    game: str, tmp_path: Path, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(7)
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service = MatchService(store, ManualClock(), options=ServiceOptions(seed=lambda: SEED))
        worker = DeliveryWorker(store, Messenger(), ManualClock())
        info = await service.lobby.open(
            LobbyRequest(game=game, guild_id=1, channel_id=2, locale="en", options={}), user_id=ANNA, name=NAMES[ANNA]
        )
        seats = min(rules.GAMES[game].seats, key=lambda seats: abs(seats - 3))
        for user in list(NAMES)[1:seats]:
            await service.lobby.join(info.id, user, NAMES[user])
        await service.lobby.start(info.id, ANNA)
        for _ in range(MOVES):
            table = await service.matches.table(info.id)
            seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda item: item[0]))
            user, action = table.info.seats[seat].user_id, rng.choice(decision.actions)
            if ends(table.match, seat, action):
                break
            await service.play.act(info.id, user, action)
            if rng.random() < 0.2 and await can_take_back(service, info.id, user):
                await service.undo.take_back(info.id, user)
        await worker.drain()
        await fail_with_state(service, info.id, monkeypatch)
        report = await matches.error_text(store.read, info.id)
        assert report is not None
        assert SEED in report, "the operator finds the words of the error in the database"
        rows = await database_access.rows(store.read, "SELECT payload, error, nonce, coalesce_key FROM outbox")
    assert rows
    assert "match frozen" in lines.getvalue()
    assert SEED not in lines.getvalue()
    assert "ChanceState" not in lines.getvalue()
    assert {field for row in rows for field in json.loads(row["payload"])} <= FIELDS
    assert SEED not in " ".join(str(value) for row in rows for value in row.values())
    assert {name.removeprefix("a.sqlite") for name in os.listdir(tmp_path)} <= {"", ".lock", ".mark", "-wal", "-shm"}


@pytest.mark.parametrize("package", ["rules.some.place", "render.hand"])
def test_words_of_errors_in_rules_and_pictures_are_left_out(package: str, lines: io.StringIO) -> None:
    module = ModuleType(package)
    exec("def fail():\n    raise KeyError('the hidden card')", vars(module))

    def wrapped() -> None:
        try:
            module.fail()
        except KeyError as error:
            raise RuntimeError(f"could not draw: {error}") from error

    try:
        wrapped()
    except RuntimeError:
        logging.getLogger("x").exception("it failed")
    assert "the hidden card" not in lines.getvalue()
    assert re.search(r"RuntimeError\\n.*in wrapped.*KeyError\\n.*in fail", lines.getvalue())


def test_words_of_other_errors_are_kept(lines: io.StringIO) -> None:
    try:
        raise OSError("the disk is on fire")
    except OSError:
        logging.getLogger("x").exception("it failed")
    assert "OSError: the disk is on fire" in lines.getvalue()
