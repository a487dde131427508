"""`tenebrae match ...`: what an operator sees of a match, finds in it, and repairs."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import sqlite3
import zlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot import cli
from bot.matches import DeliveryWorker, MatchService, Refusal
from bot.store import Store, journal, opening, reading
from bot.store.migrations import MIGRATIONS, VERSION
from rules.kernel.text import Say
from tests.matches.room import ANNA, BELA, HandClock, Messenger

GAMES = sorted(rules.GAMES)
#: Numbers of the matches in the database: one of each game, in this order.
NUMBERS = range(1, len(GAMES) + 1)
MOVES = 24


# -- a database with a match of each game ---------------------------------------------------------------------


async def fill(path: Path) -> None:
    """Play some moves of every game, with going back and a table that has not begun."""
    async with await Store.open(path) as store:
        service = MatchService(store, HandClock())
        for number, game in zip(NUMBERS, GAMES, strict=True):
            await opened(service, game, number)
            await service.join(number, BELA, "Béla")
            await service.start(number, ANNA)
            await play(service, number, MOVES)
        await opened(service, GAMES[0], 99)


async def opened(service: MatchService, game: str, channel_id: int) -> None:
    await service.open_lobby(
        game=game, guild_id=1, channel_id=channel_id, user_id=ANNA, name="Anna\x1b[2J", locale="en", options={}
    )


async def play(service: MatchService, number: int, moves: int) -> None:
    rng = random.Random(number)
    info = await service.get(number)
    for count in range(moves):
        table = await service.table(number)
        if table.match.over:
            return
        seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda pair: pair[0]))
        user_id = info.seats[seat].user_id
        if count % 5 == 4 and await service.can_take_back(number, user_id):
            await service.take_back(number, user_id)
        else:
            await service.act(number, user_id, rng.choice(decision.actions))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tools") / "filled.sqlite"
    asyncio.run(fill(path))
    return path


@pytest.fixture
def database(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "a.sqlite"))


class Answer:
    """What a command said and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def sentence(self) -> str:
        """The one sentence of a refusal."""
        assert self.out == ""
        assert len(self.err.strip().splitlines()) == 1, self.err
        assert self.err.strip().endswith(".")
        return self.err


@pytest.fixture
def tenebrae(database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("TENEBRAE_DATABASE", str(database))
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    monkeypatch.chdir(database.parent)

    def run(*args: object) -> Answer:
        monkeypatch.setattr("sys.argv", ["tenebrae", *map(str, args)])
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
        return Answer(code, *capsys.readouterr())

    return run


Run = Callable[..., Answer]


def sql(path: Path, statement: str, *values: Any) -> None:
    """Do to the database what no code of ours does."""
    db = sqlite3.connect(path)
    with db:
        assert db.execute(statement, values).rowcount > 0
    db.close()


def served(path: Path, work: Callable[[MatchService], Awaitable[Any]]) -> Any:
    """Let `work` use the service as the running bot does."""

    async def run() -> Any:
        async with await Store.open(path) as store:
            return await work(MatchService(store, HandClock()))

    return asyncio.run(run())


def entries(path: Path, number: int) -> list[Any]:
    async def read(service: MatchService) -> list[Any]:
        return await journal.since(service.store.read, number, 0)

    return served(path, read)


@pytest.fixture
def running(database: Path) -> Iterator[None]:
    """A process that holds the database, as the bot does."""
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(Store.open(database))
    yield
    loop.run_until_complete(store.close())
    loop.close()


# -- show -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", NUMBERS)
def test_show_tells_the_table_whose_turn_it_is_and_what_is_to_be_posted(tenebrae: Run, number: int) -> None:
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
    table = served(database, lambda service: service.table(number))
    say = Say("en", tuple(name.replace("\x1b", "\ufffd") for name in table.names))
    texts = [rules.GAMES[GAMES[number - 1]].hand_text(say, table.match.view(seat)) for seat in (0, 1)]
    hands = [line for text in texts for line in text.splitlines() if line.strip()]
    plain, secret = (tenebrae("match", "show", number, *more).out for more in ((), ("--secrets",)))
    assert all(line in secret for line in hands)
    assert not [line for line in hands if hands.count(line) == 1 and line in plain]
    assert table.match.state.chance.seed not in plain


def test_show_of_a_lobby_and_of_nothing(tenebrae: Run) -> None:
    assert "not begun" in tenebrae("match", "show", len(GAMES) + 1).out
    answer = tenebrae("match", "show", 77)
    assert (answer.code, "no such match" in answer.sentence) == (1, True)


# -- verify ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [*NUMBERS, len(GAMES) + 1])
def test_a_match_as_it_was_played_is_whole(tenebrae: Run, number: int) -> None:
    answer = tenebrae("match", "verify", number)
    assert (answer.code, answer.out, answer.err) == (0, f"Match {number} is whole.\n", "")


def state_of(path: Path, number: int, seq: int) -> bytes:
    db = sqlite3.connect(path)
    (blob,) = db.execute("SELECT state FROM snapshots WHERE match_id = ? AND seq = ?", (number, seq)).fetchone()
    db.close()
    return blob


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


# -- rewind ---------------------------------------------------------------------------------------------------


def frozen(path: Path, number: int) -> None:
    """Spoil the position on the table and let the bot look at it, so that it freezes the match."""

    async def look(service: MatchService) -> None:
        with pytest.raises(Refusal, match="frozen"):
            await service.table(number)

    sql(path, "UPDATE matches SET state = ? WHERE id = ?", zlib.compress(b"{}"), number)
    served(path, look)


async def posted(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Start what delivers the posts, and return what came."""
    messenger = Messenger()
    async with await Store.open(path) as store:
        await DeliveryWorker(store, messenger, HandClock()).drain()
    return [(row.kind, row.payload) for row in messenger.rows]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_frozen_match_is_set_back_played_again_and_its_players_called(
    tenebrae: Run, database: Path, number: int
) -> None:
    asyncio.run(posted(database))
    before = entries(database, number)
    back = before[-4].seq
    frozen(database, number)
    assert "Frozen with error" in tenebrae("match", "show", number).out
    assert tenebrae("match", "verify", number).code == 1
    answer = tenebrae("match", "rewind", number, "--to", back, "--reason", "a card was lost")
    assert answer.code == 0, answer.err
    after = entries(database, number)
    assert after[: len(before)] == before, "the journal only rises"
    assert (after[-1].kind, after[-1].restores, after[-1].seq) == ("rewind", back, before[-1].seq + 1)
    assert after[-1].action["reason"] == "a card was lost"
    assert tenebrae("match", "verify", number).out == f"Match {number} is whole.\n"
    assert "a card was lost" in tenebrae("match", "show", number).out
    table = served(database, lambda service: service.table(number))
    assert (table.info.status, table.info.error_id) == ("playing", None)
    posts = [(kind, payload) for kind, payload in asyncio.run(posted(database)) if payload.get("seq") != 1]
    assert "board" in [kind for kind, _ in posts]
    (called,) = [payload["seats"] for kind, payload in posts if kind == "turn"]
    assert called == sorted(table.match.decisions())
    served(database, lambda service: play(service, number, 3))
    assert tenebrae("match", "verify", number).code == 0


@pytest.mark.parametrize("number", NUMBERS)
def test_a_position_that_was_not_saved_is_made_again_from_the_one_before(
    tenebrae: Run, database: Path, number: int
) -> None:
    rows = entries(database, number)
    back = next(row.seq for row in reversed(rows[:-1]) if row.kind == "act")
    want = served(database, lambda service: journal.snapshot(service.store.read, number, back))
    if want is not None:  # moves that orders made at once are saved as one position
        sql(database, "UPDATE snapshots SET state = x'00' WHERE match_id = ? AND seq = ?", number, back)
    assert tenebrae("match", "rewind", number, "--to", back, "--reason", "r").code == 0
    state = served(database, lambda service: journal.snapshot(service.store.read, number, rows[-1].seq + 1))
    if want is not None:
        assert state == want


def test_what_can_not_be_set_back_is_refused_in_one_sentence(tenebrae: Run, database: Path) -> None:
    last = entries(database, 1)[-1].seq
    for number, to in ((77, 1), (1, 0), (1, last + 1), (len(GAMES) + 1, 1)):
        answer = tenebrae("match", "rewind", number, "--to", to, "--reason", "r")
        assert answer.code == 1
        assert answer.sentence
    sql(database, "UPDATE snapshots SET state = x'00' WHERE match_id = 1")
    assert "can't be opened" in tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").sentence


def test_a_match_that_was_ended_comes_back_only_to_a_free_channel(tenebrae: Run, database: Path) -> None:
    async def end(service: MatchService) -> None:
        await service.end(1, ANNA, is_admin=True)
        await opened(service, GAMES[0], 1)

    served(database, end)
    assert tenebrae("match", "verify", 1).code == 0
    assert "already has a match" in tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").sentence
    served(database, lambda service: service.end(len(GAMES) + 2, ANNA, is_admin=True))
    assert tenebrae("match", "rewind", 1, "--to", 3, "--reason", "r").code == 0
    info = served(database, lambda service: service.get(1))
    assert (info.status, info.ended_at) == ("playing", None)


# -- export and import ----------------------------------------------------------------------------------------


def test_an_export_is_noted_and_no_player_notices(tenebrae: Run, database: Path) -> None:
    before = served(database, lambda service: service.table(1))
    seat, decision = next(iter(before.match.decisions().items()))
    told = served(database, lambda service: service.log(1))
    assert tenebrae("match", "export", 1, "--out", "a.match").code == 0
    rows = entries(database, 1)
    assert (rows[-1].kind, rows[-1].restores) == ("export", before.seq)
    after = served(database, lambda service: service.table(1))
    assert after.last_events == before.last_events
    assert [entry for entry in served(database, lambda service: service.log(1)) if entry.known][-3:] == [
        entry for entry in told if entry.known
    ][-3:]
    assert tenebrae("match", "verify", 1).code == 0

    async def press(service: MatchService) -> None:
        """Press a button that was posted before, take the move back, and have it all again."""
        user_id = before.info.seats[seat].user_id
        await service.act(1, user_id, decision.actions[0], before.seq)
        if await service.can_take_back(1, user_id):
            await service.take_back(1, user_id)

    served(database, press)
    assert tenebrae("match", "verify", 1).code == 0


async def all_refused(service: MatchService, files: list[bytes]) -> None:
    """Put files on a table, each of which is refused in a sentence."""
    for data in files:
        with pytest.raises(Refusal, match=r"^[A-Z][^\n]*\.$"):
            await service.adopt(data, guild_id=1, channel_id=55, players=[(8, "Cili"), (9, "Dani")])
    assert await service.in_channel(55) is None


@pytest.mark.parametrize("number", NUMBERS)
def test_a_file_goes_to_another_table_and_a_changed_one_does_not(tenebrae: Run, database: Path, number: int) -> None:
    place = ("--guild", 1, "--channel", 55, "--players", "8:Cili,9:Dani")
    assert tenebrae("match", "export", number, "--out", "a.match").code == 0
    data = (database.parent / "a.match").read_bytes()
    assert json.loads(data)["game"] == GAMES[number - 1]
    rng = random.Random(number)
    changed = [data[:-1], data[: len(data) // 2], b"", data.replace(b'"version":1', b'"version":99')]
    for _ in range(40):
        at = rng.randrange(len(data))
        changed.append(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    served(database, lambda service: all_refused(service, changed))
    (database.parent / "b.match").write_bytes(changed[0])
    assert "not a saved match" in tenebrae("match", "import", "b.match", *place).sentence
    answer = tenebrae("match", "import", "a.match", *place)
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
    "in an unknown line": lambda file: file["state"]["stack"][0].update(line="nowhere"),
    "with too many seats": lambda file: file["state"].update(seats=9),
    "without players": lambda file: file["state"].update(players=[]),
    "with a player less": lambda file: file["state"]["players"].pop(),
    "with words for a number": lambda file: file["state"].update(epoch="many"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_doctored_dump_is_refused(database: Path, game: str) -> None:
    files: list[bytes] = []
    for doctor in DOCTORED.values():
        file = json.loads(rules.GAMES[game].new(2, "doctored").dump())
        doctor(file)
        files.append(json.dumps(file).encode())
    served(database, lambda service: all_refused(service, files))


# -- check-all ------------------------------------------------------------------------------------------------


def test_check_all_plays_every_running_match_to_its_end_and_writes_nothing(tenebrae: Run, database: Path) -> None:
    before = database.read_bytes()
    answer = tenebrae("match", "check-all")
    assert answer.code == 0, answer.err
    *each, last = answer.out.splitlines()
    assert [line.split(" (")[0] for line in each] == [f"Match {number}" for number in NUMBERS]
    assert last == f"All {len(GAMES)} running matches can be played on with this version."
    assert database.read_bytes() == before


def test_check_all_names_the_match_that_can_not_be_played_on(
    tenebrae: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql(database, "UPDATE matches SET state = ? WHERE id = 2", zlib.compress(b"{}"))

    def stumble(*_: object) -> None:
        raise KeyError("the ace of spades")

    game = rules.GAMES[GAMES[0]]
    monkeypatch.setattr(type(game), "view", stumble)
    answer = tenebrae("match", "check-all")
    assert answer.code == 1
    assert "Match 1" in answer.out
    assert "the rules stumbled (KeyError)" in answer.out
    assert "ace of spades" not in answer.out
    assert f"2 of {len(GAMES)} running matches can't be played on with this version." in answer.out


def test_check_all_takes_a_database_of_an_older_format(
    tenebrae: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = database.read_bytes()
    monkeypatch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE later (id INTEGER) STRICT",)))
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    monkeypatch.setattr(reading, "VERSION", VERSION + 1)
    assert tenebrae("match", "check-all").code == 0
    assert "older format" in tenebrae("match", "show", 1).sentence
    assert database.read_bytes() == before


# -- beside a running bot -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("running")
def test_what_only_reads_works_beside_the_bot(tenebrae: Run) -> None:
    for args in (("show", 1), ("verify", 1), ("check-all",)):
        answer = tenebrae("match", *args)
        assert (answer.code, answer.err) == (0, ""), args


@pytest.mark.usefixtures("running")
def test_what_writes_refuses_beside_the_bot(tenebrae: Run, database: Path) -> None:
    (database.parent / "a.match").write_bytes(rules.GAMES[GAMES[0]].new(2, 1).dump())
    for args in (
        ("rewind", 1, "--to", 1, "--reason", "r"),
        ("export", 1, "--out", "b.match"),
        ("import", "a.match", "--guild", 1, "--channel", 55, "--players", "8:Cili,9:Dani"),
    ):
        answer = tenebrae("match", *args)
        assert answer.code == 3
        assert "in use by another process; stop" in answer.sentence
    assert not (database.parent / "b.match").exists()


def test_without_a_database_none_is_made(tenebrae: Run, database: Path) -> None:
    database.unlink()
    for args in (("show", 1), ("verify", 1), ("check-all",)):
        answer = tenebrae("match", *args)
        assert answer.code == 3
        assert "There is no database" in answer.sentence
    assert not database.exists()
