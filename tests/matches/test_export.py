"""`tenebrae export` writes results and moves for research, without secrets and by default without names."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import insert

import rules
from bot.app.settings import ConfigError, Settings, StartError
from bot.cli import export as tool
from bot.cli.export import MOVES_FILE, RESULTS_FILE, Request
from bot.cli.export_lines import schema
from bot.features.profiles.service.results import ResultRecorder
from bot.features.profiles.statements import results
from bot.matches.archiver import Archiver
from bot.matches.service_results import MatchInfo
from bot.store.engine_interface import Address
from bot.store.statements import archives, journal, matches
from bot.store.statements.rows import pack
from bot.store.store import Store
from bot.store.tables import snapshots
from tests.conformance.random_play import fewest_seats
from tests.matches.features.replays.longest_matches import played
from tests.matches.finished_matches import store_finished_match
from tests.matches.room import ANNA, BELA, CILI, NAMES, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
SCHEMA = Draft202012Validator(schema())


def read(file: Path) -> list[dict[str, Any]]:
    """Return the lines of an export file, after checking each of them against the published schema."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lines:
        SCHEMA.validate(line)
    return lines


async def exported(address: Address, out: Path, **wanted: Any) -> list[dict[str, Any]]:
    """Export matches to a file, and return the file's lines except the first, which describes the export."""
    settings = Settings(_env_file=None, database=address)  # pyright: ignore[reportCallIssue]
    told: list[str] = []
    await asyncio.to_thread(tool.write_export, settings, Request(**wanted), out, told.append, force=True)
    assert len(told) == 1, told
    head, *lines = read(out)
    assert head["line"] == "export"
    return lines


def replayed(lines: list[dict[str, Any]]) -> Any:
    """Replay a match from its start line and its moves in an export, as the code in docs/data.md does."""
    page: dict[str, Any] = {}
    exec(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0], page)
    start = next(line for line in lines if line["line"] == "start")
    return page["replayed"](start, [line for line in lines if line["line"] == "move"])


async def finished(room: Room) -> MatchInfo:
    """Play a match to its end. The seed has changed, because a draw at the start was undone."""
    info = await room.match(turns=2)
    await room.by(info, 0, Roll())
    await room.service.repair.rewind(info.id, 1, "a secret reason")
    for seat, action in ((0, Roll()), (0, Take(2)), (0, Done()), (1, Done()), (0, Bid(1)), (1, Bid(3))):
        room.clock.step(60)
        await room.by(info, seat, action)
    await ResultRecorder(room.service, room.clock).drain()
    return await room.service.matches.get(info.id)


async def test_a_finished_match_has_its_results_and_replays_from_its_moves(
    room: Room, address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The export is the same before and after archiving, and it works while the bot has the database open."""
    info = await finished(room)
    first = await exported(address, tmp_path / "a.jsonl", names=True)
    await Archiver(room.service, room.clock).archive(info.id)
    assert await archives.read_archive(room.store.read, info.id) is not None
    assert await exported(address, tmp_path / "a.jsonl", names=True) == first
    match = next(line for line in first if line["line"] == "match")
    row, kept = await results.get(room.store.read, info.id) or pytest.fail("no result")
    assert (match["match"], match["server"], match["told"]) == (str(info.id), "1", "all")
    assert {name: match[name] for name in ("game", "players", "options", "rounds", "moves", "ending")} == {
        name: getattr(row, name) for name in ("game", "players", "options", "rounds", "moves", "ending")
    }
    assert [(one["player"], one["name"], one["total"]) for one in match["seats"]] == [
        (str(one.user_id), one.name, one.total) for one in kept
    ]
    moves = [line for line in first if line["line"] == "move"]
    anna, bela = (seat.user_id for seat in info.seats)
    assert [(one["kind"], one["player"]) for one in moves] == [
        ("rewind", None), *[("act", str(who)) for who in (anna, anna, anna, bela, anna, bela)],
    ]  # fmt: skip
    assert [one["at"] - before["at"] for before, one in pairwise(moves[1:])] == [60] * 5
    assert "secret reason" not in (tmp_path / "a.jsonl").read_text("utf-8")
    monkeypatch.setitem(rules.GAMES, "tiny", TINY)
    again, then = replayed(first), (await room.service.matches.table(info.id)).match
    assert again.dump() == then.dump()
    assert again.result == then.result


async def test_what_is_hidden_in_a_match_that_ended_early_stays_hidden(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        running, early = await room.match(channel_id=8), await room.match(turns=1)
        for seat, action in ((0, Roll()), (0, Take(2)), (0, Done()), (1, Bid(3))):
            await room.by(early, seat, action)
        await room.by(running, 0, Take(1))
        await room.service.play.end(early.id, ANNA, is_admin=True)
        await ResultRecorder(room.service, room.clock).drain()
    match, start, *moves = await exported(path, tmp_path / "a.jsonl", names=True)
    assert (match["match"], match["told"], start["position"]) == (str(early.id), "public", None)
    # The roll and the secret bid are missing, because the public knows only that coins were taken and the match ended.
    assert [(one["number"], one["kind"], one["action"], one["chance"]) for one in moves] == [
        (1, "act", None, []),
        (2, "end", None, []),
    ]
    text = (tmp_path / "a.jsonl").read_text("utf-8")
    assert [word for word in ("saw", "bid", "seed", "die") if word in text] == []


async def test_no_one_is_named_and_pseudonyms_hold_for_one_export_alone(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        info = await finished(room)
        await store_finished_match(store, 88, {BELA: 1, CILI: 2, -5: 3})
    settings = Settings(_env_file=None, database=path)  # pyright: ignore[reportCallIssue]
    seen: list[set[str]] = []
    for _ in range(2):
        await asyncio.to_thread(tool.write_export, settings, Request(server=1), tmp_path, [].append, force=True)
        (head, *found), (_, *moves) = read(tmp_path / RESULTS_FILE), read(tmp_path / MOVES_FILE)
        text = (tmp_path / RESULTS_FILE).read_text("utf-8") + (tmp_path / MOVES_FILE).read_text("utf-8")
        assert [word for word in (*NAMES.values(), "Computer") if word in text] == []
        assert not re.search(rf'"(match|player|server)":"?({info.id}|1|{ANNA}|{BELA})\b', text)
        sat = {seat.user_id: found[0]["seats"][seat.seat]["player"] for seat in info.seats}
        anna, bela = sat[ANNA], sat[BELA]
        assert [seat["player"] for seat in found[1]["seats"]][::2] == [bela, None]
        start, *moves = [line for line in moves if line["match"] == found[0]["match"]]
        assert start["seats"] == [sat[seat.user_id] for seat in info.seats]
        assert {one["player"] for one in moves if one["kind"] == "act"} == {anna, bela}
        assert head["server"] == found[0]["server"] == found[1]["server"]
        seen.append({anna, bela, found[0]["match"], head["server"]})
    assert not seen[0] & seen[1]
    assert (tmp_path / RESULTS_FILE).stat().st_mode & 0o077 == 0


async def test_only_what_is_wanted_is_written(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The export's filters work even if the query needs several pages to read the matches."""
    monkeypatch.setattr(tool, "PAGE_SIZE", 2)
    async with await Store.open(path) as store:
        day = 86_400
        for number, more in enumerate(
            ({"ended_at": day}, {"ended_at": 2 * day - 1, "guild": 2}, {"ended_at": 2 * day, "game": "other"})
        ):
            await store_finished_match(store, number, {ANNA: 1}, **more)
    for wanted, found in (
        ({}, ["1", "2", "3"]),
        ({"since": date(1970, 1, 2), "until": date(1970, 1, 2)}, ["1", "2"]),
        ({"since": date(1970, 1, 3)}, ["3"]),
        ({"game": "other"}, ["3"]),
        ({"server": 2}, ["2"]),
    ):
        lines = await exported(path, tmp_path / "a.jsonl", names=True, moves=False, **wanted)
        assert [(line["line"], line["match"]) for line in lines] == [("match", number) for number in found], wanted


async def test_what_a_group_made_for_itself_never_leaves_it(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        info = await finished(room)
        row, kept = await results.get(store.read, info.id) or pytest.fail("no result")
        async with store.write() as tx:
            options = {"pack": "our_pack", "old_one": "our_monster"}
            mine = [replace(one, played={"guild": "our_guild"}) for one in kept]
            await results.save(tx, replace(row, pack="our_pack", options=options), mine)
    (match,) = await exported(path, tmp_path / "a.jsonl")
    assert (match["own_pack"], match["told"], match["options"]) == (True, "none", {})
    assert "our_" not in (tmp_path / "a.jsonl").read_text("utf-8")


@pytest.mark.parametrize("game", rules.GAMES)
async def test_a_match_of_every_game_comes_to_the_same_end_from_its_moves(
    game: str, path: Path, tmp_path: Path
) -> None:
    story = played(game, fewest_seats(game))
    async with await Store.open(path) as store:
        number = await store_finished_match(
            store, 1, dict.fromkeys([ANNA, BELA, CILI][: fewest_seats(game)]), game=game
        )
        async with store.write() as tx:
            await journal.append(tx, number, *story.rows)
            await matches.close(tx, number, story.info.seq, "over", 2000)
            await tx.run(insert(snapshots), {"match_id": number, "seq": 1, "state": pack(story.saved[1])})
    again = replayed(await exported(path, tmp_path / "a.jsonl"))
    assert again.result == story.match.result is not None
    assert again.dump() == story.match.dump()


async def test_moves_that_can_not_be_read_are_left_out_and_told(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "MAX_NAMED_MATCHES", 2)
    async with await Store.open(path) as store:
        for number in range(3):
            await store_finished_match(store, number, {ANNA: 1})
    settings, out = Settings(_env_file=None, database=path), tmp_path / "a.jsonl"  # pyright: ignore[reportCallIssue]
    told: list[str] = []
    await asyncio.to_thread(tool.write_export, settings, Request(), out, told.append, force=False)
    assert told == [
        f"{out} is written. Matches: 3, moves: 0.",
        "The moves of 3 of them can't be read, and are left out: those of match 1, 2 and others.",
    ]


async def test_what_can_not_be_exported_is_told_in_one_sentence(path: Path, tmp_path: Path) -> None:
    async with await Store.open(path) as store:
        await store_finished_match(store, 1, {ANNA: 1})
    settings = Settings(_env_file=None, database=path)  # pyright: ignore[reportCallIssue]
    (tmp_path / "there.jsonl").touch()
    early, late = date(2026, 1, 1), date(2026, 1, 2)
    for request, out, kind, told in (
        (Request(server=7), tmp_path / "a", StartError, "No finished match fits"),
        (Request(since=late, until=early), tmp_path / "a", ConfigError, "no day lies between"),
        (Request(), tmp_path / "there.jsonl", ConfigError, "--force replaces it"),
        (Request(), tmp_path / "there.jsonl" / "sub", ConfigError, "can't be written"),
        (Request(), Path("/proc/nowhere"), ConfigError, "can't be written"),
    ):
        with pytest.raises(kind, match=told) as refused:
            await asyncio.to_thread(tool.write_export, settings, request, out, [].append, force=False)
        assert len(str(refused.value).splitlines()) == 1
    assert not (tmp_path / "a").exists()
    with pytest.raises(ConfigError, match="not a date"):
        tool.day("2026-13-01")
