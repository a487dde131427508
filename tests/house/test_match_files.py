"""`tenebrae match export|import`: imported matches continue, the journal records imports, altered files are refused."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.matches.service import MatchService
from rules.kernel.errors import Refusal
from tests.conformance.random_play import check_every_step, fewest_seats
from tests.house.operator_helpers import GAMES, NUMBERS, PLAYERS, Run, entries, with_service
from tests.matches.room import can_take_back


def test_an_export_is_noted_and_no_player_notices(tenebrae: Run, database: Path) -> None:
    before = with_service(database, lambda service: service.matches.table(1))
    seat, decision = next(iter(before.match.decisions().items()))
    told = with_service(database, lambda service: service.history.log(before.info))
    assert tenebrae("match", "export", 1, "--out", "a.match").code == 0
    rows = entries(database, 1)
    assert (rows[-1].kind, rows[-1].restores) == ("export", before.seq)
    after = with_service(database, lambda service: service.matches.table(1))
    assert after.events_for(None) == before.events_for(None)
    assert [entry for entry in with_service(database, lambda service: service.history.log(before.info)) if entry.known][
        -3:
    ] == [entry for entry in told if entry.known][-3:]
    assert tenebrae("match", "verify", 1).code == 0

    async def press(service: MatchService) -> None:
        """Make a move with the version number from before the export, as an old button does; undo it if possible."""
        user_id = before.info.seats[seat].user_id
        await service.play.act(1, user_id, decision.actions[0], before.seq)
        if await can_take_back(service, 1, user_id):
            await service.undo.take_back(1, user_id)

    with_service(database, press)
    assert tenebrae("match", "verify", 1).code == 0


async def all_refused(service: MatchService, game: str, files: list[bytes]) -> None:
    """Assert that the import of each file is refused with one sentence, and that no match is created in the channel."""
    for data in files:
        with pytest.raises(Refusal, match=r"^[A-Z][^\n]*\.$"):
            await service.transfer.adopt(data, guild_id=1, channel_id=55, players=PLAYERS[: fewest_seats(game)])
    assert await service.matches.in_channel(55) is None


def import_arguments(game: str) -> tuple[object, ...]:
    """Return the arguments of `match import` that name the target server, the target channel and the players."""
    people = ",".join(f"{user_id}:{name}" for user_id, name in PLAYERS[: fewest_seats(game)])
    return ("--guild", 1, "--channel", 55, "--players", people)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_file_goes_to_another_table_and_a_changed_one_does_not(tenebrae: Run, database: Path, number: int) -> None:
    game = GAMES[number - 1]
    assert tenebrae("match", "export", number, "--out", "a.match").code == 0
    data = (database.parent / "a.match").read_bytes()
    assert json.loads(data)["game"] == game
    rng = random.Random(number)
    changed = [data[:-1], data[: len(data) // 2], b"", re.sub(rb'"version":\d+', b'"version":99', data, count=1)]
    for _ in range(40):
        at = rng.randrange(len(data))
        changed.append(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with_service(database, lambda service: all_refused(service, game, changed))
    (database.parent / "b.match").write_bytes(changed[0])
    assert "isn't a saved match" in tenebrae("match", "import", "b.match", *import_arguments(game)).sentence
    answer = tenebrae("match", "import", "a.match", *import_arguments(game))
    assert answer.out == f"Match {len(GAMES) + 2} is on the table.\n"
    (row,) = entries(database, len(GAMES) + 2)
    assert (row.kind, row.action) == ("import", entries(database, number)[-1].action)
    assert tenebrae("match", "verify", len(GAMES) + 2).code == 0


DOCTORED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "of another game": lambda file: file.update(game="chess"),
    "of no version": lambda file: file.update(version="1"),
    "of a later version": lambda file: file.update(version=99),
    "without a state": lambda file: file.pop("state"),
    "without steps": lambda file: file["state"].update(stack=[]),
    "with an unknown step": lambda file: file["state"]["stack"].append({"kind": "wish"}),
    "in an unknown line": lambda file: [step.update(line="nowhere") for step in saved_sequences(file["state"])],
    "with too many seats": lambda file: file["state"].update(seats=9),
    "with words for a number": lambda file: file["state"].update(epoch="many"),
    "without players": lambda file: [kept.clear() for kept in per_player_lists(file["state"])],
    "with a player less": lambda file: [kept.pop() for kept in per_player_lists(file["state"])],
}


def saved_sequences(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the steps on the saved stack that belong to a sequence."""
    return [step for step in state["stack"] if "line" in step]


def per_player_lists(state: dict[str, Any]) -> list[list[Any]]:
    """Return the lists in a state that seem to have one entry per player, judging by their length."""
    return [kept for kept in state.values() if isinstance(kept, list) and len(kept) == state["seats"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_doctored_dump_is_refused(database: Path, game: str) -> None:
    files: list[bytes] = []
    for doctor in DOCTORED.values():
        data = rules.GAMES[game].new(fewest_seats(game), "doctored").dump()
        file = json.loads(data)
        doctor(file)
        if file != json.loads(data):
            files.append(json.dumps(file).encode())
    with_service(database, lambda service: all_refused(service, game, files))


@pytest.mark.parametrize("game", GAMES)
def test_what_the_conformance_suite_leaves_of_a_failure_is_a_playable_match(
    tenebrae: Run, database: Path, game: str
) -> None:
    looked_at = 0

    def check(_: object) -> None:
        nonlocal looked_at
        looked_at += 1
        assert looked_at < 2, "made to fail"

    with pytest.raises(AssertionError, match="made to fail"):
        check_every_step(game, fewest_seats(game), 0, check, database.parent)
    (file,) = database.parent.glob("*.json")
    answer = tenebrae("match", "import", file.name, *import_arguments(game))
    assert answer.code == 0, answer.err
    assert with_service(database, lambda service: service.matches.table(len(GAMES) + 2)).match.decisions()
