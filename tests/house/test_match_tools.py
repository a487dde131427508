"""`tenebrae match show|verify|rewind|check-all`: how operators inspect, check and repair matches."""

from __future__ import annotations

import asyncio
import re
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from bot.app.settings import Settings
from bot.cli import match_commands
from bot.matches.service import MatchService
from bot.notifications.delivery import DeliveryWorker
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.engine.match_reseeding import reseed
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import fewest_seats
from tests.house.operator_helpers import GAMES, NUMBERS, Run, entries, opened, play, sql, with_service
from tests.matches.room import ANNA, ManualClock, Messenger
from tests.store import formats

# -- show -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS)
def test_show_prints_the_table_the_player_to_move_and_due_posts(tenebrae: Run, number: int) -> None:
    out = tenebrae("match", "show", number).out
    assert f"Match {number}: {GAMES[number - 1]}, playing, entry " in out
    assert f"user {ANNA}, host" in out
    assert "Waits for seat" in out
    assert "Last entries:" in out
    assert "Outbox: " in out
    assert "due" in out
    assert "\x1b" not in out, "a name moves the terminal's cursor"


@pytest.mark.parametrize("number", NUMBERS)
def test_show_keeps_hidden_cards_hidden_unless_asked(tenebrae: Run, database: Path, number: int) -> None:
    table = with_service(database, lambda service: service.matches.table(number))
    say = Translator("en", tuple(name.replace("\x1b", "\ufffd") for name in table.info.names))
    game = rules.GAMES[GAMES[number - 1]]
    texts = [game.hand_text(say, table.match.view(seat)) for seat in range(table.match.state.seats)]
    hands = [line for text in texts for line in text.splitlines() if line.strip()]
    plain, secret = (tenebrae("match", "show", number, *more).out for more in ((), ("--secrets",)))
    assert all(line in secret for line in hands)
    assert not [line for line in hands if hands.count(line) == 1 and line in plain]
    assert table.match.state.chance.seed not in plain


def test_show_of_a_lobby_and_of_nothing(tenebrae: Run) -> None:
    assert "not begun" in tenebrae("match", "show", len(GAMES) + 1).out
    for number in (77, 0, 10**30):
        answer = tenebrae("match", "show", number)
        assert (answer.code, f"There is no match {number}" in answer.sentence) == (1, True)


def test_show_tells_what_a_game_master_ordered_and_why(tenebrae: Run, database: Path) -> None:
    why = "We are away\x1b[2J."
    with_service(database, lambda service: service.game_masters.order(1, 77, "Gina", "pause", why, days=3))
    (line,) = [line for line in tenebrae("match", "show", 1).out.splitlines() if "  gm" in line]
    assert line.endswith(": We are away\ufffd[2J.")
    assert tenebrae("match", "verify", 1).code == 0


# -- verify ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [*NUMBERS, len(GAMES) + 1])
def test_a_match_as_it_was_played_is_whole(tenebrae: Run, number: int) -> None:
    answer = tenebrae("match", "verify", number)
    assert (answer.code, answer.out, answer.err) == (0, f"Match {number} is intact.\n", "")


ENTRY_5 = "WHERE match_id = 1 AND seq = 5"
DAMAGE: dict[str, tuple[str, str]] = {
    "an entry is gone": (f"DELETE FROM journal {ENTRY_5}", r"lacks entry 5"),
    "an entry goes beyond": ("INSERT INTO journal (match_id, seq, at, kind) VALUES (1, 999, 1, 'act')", r"goes beyond"),
    "an entry is unreadable": (f"UPDATE journal SET action = '{{' {ENTRY_5}", r"Entry 5 can't be read"),
    "a position is gone": (f"DELETE FROM snapshots {ENTRY_5}", r"after entry 5 was not saved"),
    "a position is rubbish": (f"UPDATE snapshots SET state = x'00' {ENTRY_5}", r"entry 5 can't be opened"),
    "a position is another": (
        f"UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE match_id = 1 AND seq = 2) {ENTRY_5}",
        r"after entry 5 is not what the journal leads to",
    ),
    "the table's position is another": (
        "UPDATE matches SET state = (SELECT state FROM snapshots WHERE match_id = 1 AND seq = 2) WHERE id = 1",
        r"on the table is not the one saved",
    ),
    "the table's position is rubbish": ("UPDATE matches SET state = x'00' WHERE id = 1", r"table can't be unpacked"),
    "a post of the future": ("UPDATE outbox SET payload = '{\"seq\":999}' WHERE match_id = 1", r"has not been made"),
    "an unreadable post": ("UPDATE outbox SET payload = '{' WHERE match_id = 1", r"Post \d+ can't be read"),
    "a post of no kind": ("UPDATE outbox SET kind = 'song' WHERE match_id = 1", r"of no kind"),
    "nobody waits": ("UPDATE seats SET waiting_since = NULL WHERE match_id = 1", r"not waited for"),
    "a wrong end": ("UPDATE matches SET status = 'over' WHERE id = 1", r"not over"),
}


@pytest.mark.parametrize(("damage", "words"), DAMAGE.values(), ids=DAMAGE)
def test_whatever_was_damaged_is_named(tenebrae: Run, database: Path, damage: str, words: str) -> None:
    sql(database, damage)
    answer = tenebrae("match", "verify", 1)
    assert (answer.code, answer.out) == (1, "")
    with pytest.MonkeyPatch.context():
        assert re.search(words, answer.err)
    assert all(line[0].isupper() and line.endswith(".") for line in answer.err.splitlines())


def test_a_move_that_was_changed_in_the_journal_is_found(tenebrae: Run, database: Path) -> None:
    act = next(row for row in entries(database, 1) if row.kind == "act" and row.events)
    sql(database, "UPDATE journal SET events = '[]' WHERE match_id = 1 AND seq = ?", act.seq)
    assert f"Entry {act.seq} tells of something else" in tenebrae("match", "verify", 1).err
    sql(database, "UPDATE journal SET action = ? WHERE match_id = 1 AND seq = ?", '{"verb":"fly"}', act.seq)
    assert f"Entry {act.seq} can't be made again" in tenebrae("match", "verify", 1).err


def test_a_match_with_computers_is_whole_too(tenebrae: Run, database: Path) -> None:
    async def hand_over(service: MatchService) -> None:
        await service.computers.hand_over(1, ANNA, None, "easy", gone=False)

    with_service(database, hand_over)
    assert "played by a computer (easy)" in tenebrae("match", "show", 1).out
    assert tenebrae("match", "verify", 1).out == "Match 1 is intact.\n"
    assert tenebrae("match", "rewind", 1, "--to", 5, "--reason", "r").code == 0
    assert tenebrae("match", "verify", 1).out == "Match 1 is intact.\n"


# -- rewind ---------------------------------------------------------------------------------------------------


def freeze_match(path: Path, number: int) -> None:
    """Freeze a match, by corrupting its saved position and then loading it as the bot does."""

    async def look(service: MatchService) -> None:
        with pytest.raises(Refusal, match="frozen"):
            await service.matches.table(number)

    sql(path, "UPDATE matches SET state = ? WHERE id = ?", zlib.compress(b"{}"), number)
    with_service(path, look)


async def delivered_posts(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Deliver all queued posts. Return the kind and the payload of each."""
    messenger = Messenger()
    async with await Store.open(path) as store:
        await DeliveryWorker(store, messenger, ManualClock()).drain()
    return [(row.kind, row.payload) for row in messenger.rows]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_frozen_match_is_set_back_played_again_and_its_players_called(
    tenebrae: Run, database: Path, number: int
) -> None:
    asyncio.run(delivered_posts(database))
    before = entries(database, number)
    back = before[-4].seq
    freeze_match(database, number)
    assert "Frozen with error" in tenebrae("match", "show", number).out
    assert tenebrae("match", "verify", number).code == 1
    answer = tenebrae("match", "rewind", number, "--to", back, "--reason", "a card was lost")
    assert answer.code == 0, answer.err
    assert answer.out.endswith("pings the players to act when it starts.\n")
    after = entries(database, number)
    assert after[: len(before)] == before, "the journal only rises"
    assert (after[-1].kind, after[-1].restores, after[-1].seq) == ("rewind", back, before[-1].seq + 1)
    assert after[-1].action["reason"] == "a card was lost"
    assert tenebrae("match", "verify", number).out == f"Match {number} is intact.\n"
    assert "a card was lost" in tenebrae("match", "show", number).out
    table = with_service(database, lambda service: service.matches.table(number))
    assert (table.info.status, table.info.error_id) == ("playing", None)
    posts = [(kind, payload) for kind, payload in asyncio.run(delivered_posts(database)) if payload.get("seq") != 1]
    assert "board" in [kind for kind, _ in posts]
    (called,) = [payload["seats"] for kind, payload in posts if kind == "turn"]
    assert called == sorted(table.match.decisions())
    with_service(database, lambda service: play(service, number, 3))
    assert tenebrae("match", "verify", number).code == 0


@pytest.mark.parametrize("number", NUMBERS)
def test_a_position_that_was_not_saved_is_made_again_from_the_one_before(
    tenebrae: Run, database: Path, number: int
) -> None:
    rows = entries(database, number)
    back = next(row.seq for row in reversed(rows[:-1]) if row.kind == "act")
    want = with_service(database, lambda service: journal.snapshot(service.store.read, number, back))
    if want is not None:  # if standing orders made several moves in a row, only the position after the last is saved
        sql(database, "UPDATE snapshots SET state = x'00' WHERE match_id = ? AND seq = ?", number, back)
    assert tenebrae("match", "rewind", number, "--to", back, "--reason", "r").code == 0
    state = with_service(database, lambda service: journal.snapshot(service.store.read, number, rows[-1].seq + 1))
    if want is not None:
        match = rules.GAMES[GAMES[number - 1]].load(want)
        reseed(match, entries(database, number)[-1].action["luck"])
        assert state == match.dump()


def test_what_can_not_be_set_back_is_refused_in_one_sentence(tenebrae: Run, database: Path) -> None:
    last = entries(database, 1)[-1].seq
    for number, to in ((77, 1), (1, 0), (1, last + 1), (len(GAMES) + 1, 1)):
        answer = tenebrae("match", "rewind", number, "--to", to, "--reason", "r")
        assert answer.code == 1
        assert answer.sentence
    assert "--reason" in tenebrae("match", "rewind", 1, "--to", 1, "--reason", " ").sentence
    sql(database, "UPDATE snapshots SET state = x'00' WHERE match_id = 1")
    assert "can't be opened" in tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").sentence


def test_a_match_that_was_ended_comes_back_only_to_a_free_channel(tenebrae: Run, database: Path) -> None:
    async def end(service: MatchService) -> None:
        await service.play.end(1, ANNA, is_admin=True)
        await opened(service, GAMES[0], 1)

    with_service(database, end)
    assert tenebrae("match", "verify", 1).code == 0
    assert "already has a match" in tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").sentence
    with_service(database, lambda service: service.play.end(len(GAMES) + 2, ANNA, is_admin=True))
    assert tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").code == 0
    info = with_service(database, lambda service: service.matches.get(1))
    assert (info.status, info.ended_at) == ("playing", None)


# -- check-all ------------------------------------------------------------------------------------------------


def test_check_all_plays_every_running_match_to_its_end_and_writes_nothing(tenebrae: Run, database: Path) -> None:
    before = database.read_bytes()
    answer = tenebrae("match", "check-all")
    assert answer.code == 0, answer.err
    *each, last = answer.out.splitlines()
    assert [line.split(" (")[0] for line in each] == [f"Match {number}" for number in NUMBERS]
    assert last == f"All {len(GAMES)} running matches can be continued with this version."
    assert database.read_bytes() == before


def test_check_all_names_the_match_that_can_not_be_played_on(
    tenebrae: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql(database, "UPDATE matches SET state = ? WHERE id = 2", zlib.compress(b"{}"))

    def stumble(*_: object) -> None:
        raise KeyError("the ace of spades")

    game = rules.GAMES[GAMES[0]]
    monkeypatch.setattr(game, "view", stumble)
    answer = tenebrae("match", "check-all")
    assert answer.code == 1
    assert "Match 1" in answer.out
    assert "the rules failed (KeyError)" in answer.out
    assert "ace of spades" not in answer.out
    assert f"2 of {len(GAMES)} running matches can't be continued with this version." in answer.out


def test_check_all_and_the_drill_fail_for_unreadable_matches_and_name_frozen(tenebrae: Run, database: Path) -> None:
    sql(database, "UPDATE matches SET options = '{' WHERE id = 1")
    sql(database, "UPDATE matches SET status = 'frozen' WHERE id = 2")
    assert tenebrae("backup", "damaged.sqlite").code == 0
    for command in (("match", "check-all"), ("backup", "drill", "damaged.sqlite")):
        answer = tenebrae(*command)
        assert answer.code == 1
        *lines, last = answer.out.splitlines()
        assert [
            line for line in lines if line.startswith("Match 1 (") and "its row in the database can't be read" in line
        ]
        assert [line for line in lines if line.startswith("Match 2 (") and "is frozen; " in line]
        assert last == f"1 of {len(GAMES) - 1} running matches can't be continued with this version."


def test_check_all_does_not_pass_when_the_only_match_can_not_be_read(tenebrae: Run, database: Path) -> None:
    sql(database, "UPDATE matches SET options = '{' WHERE id = 1")
    sql(database, "UPDATE matches SET status = 'over' WHERE id > 1 AND status = 'playing'")
    answer = tenebrae("match", "check-all")
    assert answer.code == 1
    assert answer.out.splitlines()[-1] == "The one running match can't be continued with this version."


def test_check_all_takes_a_database_of_an_older_format(tenebrae: Run, database: Path) -> None:
    formats.back_to_10(database)
    before = database.read_bytes()
    assert tenebrae("match", "check-all").code == 0
    assert "older format" in tenebrae("match", "show", 1).sentence
    assert database.read_bytes() == before


# -- alongside a running bot ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("running")
def test_what_only_reads_works_beside_the_bot(tenebrae: Run) -> None:
    for args in (("show", 1), ("verify", 1), ("check-all",)):
        answer = tenebrae("match", *args)
        assert (answer.code, answer.err) == (0, ""), args


@pytest.mark.usefixtures("running")
def test_what_writes_refuses_beside_the_bot(tenebrae: Run, database: Path) -> None:
    (database.parent / "a.match").write_bytes(rules.GAMES[GAMES[0]].new(fewest_seats(GAMES[0]), 1).dump())
    for args in (
        ("rewind", 1, "--to", 1, "--reason", "r"),
        ("export", 1, "--out", "b.match"),
        ("import", "a.match", "--guild", 1, "--channel", 55, "--players", "8:Cili,9:Dani"),
    ):
        answer = tenebrae("match", *args)
        assert answer.code == 3
        assert "in use by another process; stop" in answer.sentence
    assert not (database.parent / "b.match").exists()


def test_on_a_server_the_bot_may_run_and_learns_of_the_rewind(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served(*_: object) -> object:
        return SimpleNamespace(id=1, seq=9)

    monkeypatch.setattr("bot.cli.match_commands.with_service", served)
    settings = Settings(_env_file=None, database="postgresql://u@host/games")  # pyright: ignore[reportCallIssue]
    assert match_commands.rewind(settings, 1, 5, "r").endswith("pings the players to act now, or when it starts.")


def test_without_a_database_none_is_made(tenebrae: Run, database: Path) -> None:
    database.unlink()
    looks = (("show", 1), ("verify", 1), ("check-all",))
    changes = (("rewind", 1, "--to", 1, "--reason", "x"), ("export", 1, "--out", "x"))
    for args in (*(("match", *args) for args in (*looks, *changes)), ("commands",), ("backup", "x")):
        answer = tenebrae(*args)
        assert answer.code == 3
        assert f"There is no database {database}" in answer.sentence
    assert list(database.parent.iterdir()) == []
