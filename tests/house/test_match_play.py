"""`tenebrae match play`: an interactive shell for one match, which scripts can use through a pipe as well."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol

import pytest

import rules
from bot.cli.action_parsing import as_typed
from bot.cli.match_shell import Shell
from rules.kernel.data.actions import to_json
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.conformance.random_play import fewest_seats
from tests.house.operator_helpers import GAMES, NUMBERS, Run, run_in_subprocess
from tools import fixtures
from tools.fixtures import compress, release, step_names

SEED = 7
every_game = pytest.mark.parametrize("game", GAMES)


def new(game: str) -> Match[Any]:
    """Return the same new match that `tenebrae match play` creates when it gets the arguments from `table(game)`."""
    return rules.GAMES[game].new(fewest_seats(game), SEED)


def table(game: str) -> tuple[str, ...]:
    """Return the command-line arguments for a new match of a game."""
    return (game, "--seats", str(fewest_seats(game)), "--seed", str(SEED))


class Told(Protocol):
    def __call__(self, source: object, *lines: str) -> list[str]: ...


@pytest.fixture
def told(command: Run, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return a function that runs the shell in this process on a game or a match file, and returns the output lines."""

    def run(source: object, *lines: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        answer = command("match", "play", *(table(source) if source in GAMES else (source,)))
        assert (answer.code, answer.err) == (0, "")
        return answer.out.splitlines()

    return run


def translator_and_offers(match: Match[Any]) -> tuple[Translator, list[tuple[int, Any]]]:
    """Return a translator with the shell's names for the seats, and all offered (seat, action) pairs in the shell's
    order.
    """
    say = Translator("en", [f"Seat {seat}" for seat in range(match.state.seats)])
    offers = sorted(match.decisions().items())
    return say, [(seat, action) for seat, decision in offers for action in decision.actions]


def numbered_items(lines: list[str]) -> list[str]:
    """Return the text of each item in a numbered list."""
    return [found[1] for line in lines if (found := re.fullmatch(r" *\d+  (\S.*)", line))]


@every_game
def test_a_new_match_is_listed_and_played_and_taken_back(told: Told, game: str) -> None:
    match = new(game)
    say, offers = translator_and_offers(match)
    labels = [match.game.action_text(say, match.view(seat), action).label for seat, action in offers]
    out = told(game, "list typed", "list", f"do {len(offers)}", "list typed", "undo", "list typed")
    seat, action = offers[-1]
    events = match.apply(seat, action)
    at = out.index(f"Seat {seat}: {as_typed(action)}")
    shown = [match.game.event_line(say, event) for event in events]
    assert [line for line in shown if line and not any(answer.endswith(f": {line}") for answer in out[at:])] == []
    before, after = ([as_typed(action) for _, action in one] for one in (offers, translator_and_offers(match)[1]))
    count = len(before)
    answers = numbered_items(out)
    assert [answers[:count], answers[2 * count : -count], answers[-count:]] == [before, after, before]
    assert [answer.split(":")[0] for answer in answers[count : 2 * count]] == [label.split(":")[0] for label in labels]


def test_a_process_with_ones_own_pack_answers_through_a_pipe_as_well(told: Told, tmp_path: Path) -> None:
    """A shell that runs in another process, with a copy of the built-in pack, gives the same answers through a pipe."""
    game, lines = "edge_of_darkness", ["list typed", "do 1", "undo", "list"]
    with as_file(files("data").joinpath(game)) as ours:
        shutil.copytree(ours, tmp_path / "packs" / game / "house_rules")
    said = "".join(f"{line}\n" for line in lines)
    done = run_in_subprocess(
        "match", "play", *table(game), cwd=tmp_path, lines=said, TENEBRAE_PACKS=str(tmp_path / "packs")
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert numbered_items(done.stdout.splitlines())
    assert done.stdout.splitlines() == told(game, *lines)


@every_game
def test_why_tells_what_the_rules_tell(told: Told, game: str) -> None:
    match = new(game)
    say, offers = translator_and_offers(match)
    seat, action = offers[0]
    asked = [f"why {as_typed(action)}", f"why {json.dumps(to_json(action))}", "why 1"]
    yes, same, again = (told(game, line)[2:] for line in asked)
    assert yes == same == again
    assert yes[seat] == f"Seat {seat} can do this: it is number 1."
    match.apply(seat, action)
    now = translator_and_offers(match)[1]
    answers: list[str] = []
    for one in range(match.state.seats):
        if (one, action) in now:
            answers.append(f"Seat {one} can do this: it is number {now.index((one, action)) + 1}.")
            continue
        with pytest.raises(IllegalAction) as refused:
            match.apply(one, action)
        answers.append(f"Seat {one} may not: {say.error(refused.value)}")
    out = told(game, "do 1", f"why {as_typed(action)}")
    assert out[-match.state.seats :] == answers


@every_game
def test_every_seat_sees_what_it_may(told: Told, tmp_path: Path, game: str) -> None:
    """The shell shows each seat its own view, events and log, in every language."""
    lines = ["random 20", "step 5", "events 5", "view 1", "view 1 log", "view log", "language hu", "view"]
    out = told(game, *lines, "save a.match")
    match = rules.GAMES[game].load((tmp_path / "a.match").read_bytes())
    say, _ = translator_and_offers(match)
    text = "\n".join(out)
    assert match.game.board_text(say, match.view(1)) in text
    assert match.game.hand_text(say, match.view(1)) in text
    assert match.game.board_text(Translator("hu", say.names), match.view(None)) in text
    assert [line for line in out if line.startswith("    to ")]
    other = match.game.hand_text(say, match.view(0))
    assert other not in text or other in match.game.board_text(say, match.view(1)), "an open hand is on the board"
    again = told("a.match", "list typed")
    assert numbered_items(again) == [as_typed(action) for _, action in translator_and_offers(match)[1]]


@every_game
def test_a_match_is_played_to_its_end(told: Told, tmp_path: Path, game: str) -> None:
    out = told(game, "greedy 3", "random 20000", "list", "do 1", "step", "undo", "list typed")
    assert out.count("The match is over.") == 3
    assert "There is no action 1; `list` shows them." in out
    assert numbered_items(out)
    assert list(tmp_path.iterdir()) == []


@every_game
def test_a_fixture_is_a_save_of_the_corpus(told: Told, command: Run, tmp_path: Path, game: str) -> None:
    (tmp_path / "tests" / "saves").mkdir(parents=True)
    told(game, "random 2", "save b.match")
    match = rules.GAMES[game].load((tmp_path / "b.match").read_bytes())
    *_, step = step_names(match)
    folder = Path("tests") / "saves" / release() / game
    first, second = folder / f"{step}.json.gz", folder / f"{step}@two.json.gz"
    assert command("b.match", of=fixtures.app).out == f"Saved in {first}.\n"
    assert command("b.match", of=fixtures.app).sentence == f"{first} already exists.\n"
    assert command("b.match", "two", of=fixtures.app).out == f"Saved in {second}.\n"
    wrong = command("b.match", "../two", of=fixtures.app)
    assert wrong.sentence == "A label has only lowercase letters, digits, _ and -.\n"
    data = (tmp_path / second).read_bytes()
    assert data == (tmp_path / first).read_bytes() == compress(match.dump())
    assert gzip.decompress(data) == match.dump()
    assert numbered_items(told(second, "list typed")) == [
        as_typed(action) for _, action in translator_and_offers(match)[1]
    ]


def test_a_match_that_is_over_or_far_from_the_project_is_no_fixture(told: Told, command: Run) -> None:
    told(GAMES[0], "save a.match", "random 20000", "save over.match")
    nowhere = command("a.match", of=fixtures.app)
    assert nowhere.sentence.startswith(f"There is no folder {Path('tests', 'saves')} here; ")
    over = command("over.match", of=fixtures.app)
    assert over.sentence == "This match is over; a fixture is a match that can be continued.\n"


WRONG = {
    "dance": "There is no command 'dance'; `help` lists the commands.",
    "lst": "There is no command 'lst'; the nearest: list.",
    "help me": "There is no command 'me'; `help` lists the commands.",
    "list everything": "`list` doesn't know 'everything'; it is `list` or `list typed`.",
    "do": "Which action? `list` shows them with their numbers.",
    "do 0": "There is no action 0; `list` shows them.",
    "do 9999": "There is no action 9999; `list` shows them.",
    "do it": "'it' is not a number.",
    "do 1 it": "'it' is not a number.",
    f"do {'9' * 5000}": "is not a number.",
    "undo": "1 can't be taken back; taken so far: 0.",
    "undo -1": "How many? 1 or more; not -1.",
    "why": 'Which action? Give its number, or type it: verb field=value, or {"verb": ...}.',
    "why 9999": "There is no action 9999; `list` shows them.",
    "why -1": "There is no action -1; `list` shows them.",
    "why fly": "There is no action 'fly'; there are ",
    "why pas": "There is no action 'pas'; the nearest: pass.",
    "why pass card=1": "pass has no 'card'; it is typed `pass`.",
    'why {"verb": "pass", "card": 1}': "pass has no 'card'; it is typed `pass`.",
    "why {": "{ can't be read: ",
    "why []": "There is no action '[]'; there are ",
    "why {}": "There is no action ''; there are ",
    'why "': "No closing quotation.",
    "view 2": "There is no seat '2'; the seats are 0 to 1.",
    "view -1": "There is no seat '-1'; the seats are 0 to 1.",
    "view everything": "There is no seat 'everything'; the seats are 0 to 1.",
    "view 0 1": "`view` shows one thing to one viewer, like view 0 hand; not '0 1'.",
    "view 0 hand log": "`view` shows one thing to one viewer, like view 0 hand; not '0 hand log'.",
    "view hand": "A spectator has no hand; name a seat: view 0 hand.",
    "language": "There is no language ''; the languages are: en, hu, es.",
    "language xx": "There is no language 'xx'; the languages are: en, hu, es.",
    "random many": "'many' is not a number.",
    "step 0": "How many? 1 or more; not 0.",
    "greedy -2": "How many? 1 or more; not -2.",
    "events 0": "How many? 1 or more; not 0.",
    "save": "Which file? For example: save a.match",
    "save .": " already exists.",
    "save no/where": "no/where can't be written: No such file or directory.",
    "save a\0": "can't be written: embedded null byte.",
    "\x1b[2J": "There is no command '\\x1b[2J'; `help` lists the commands.",
}


def test_whatever_is_wrong_is_one_sentence_and_changes_nothing(told: Told, tmp_path: Path) -> None:
    game = GAMES[0]
    out = told(game, *WRONG, "", "list typed")[2:]
    for answer, (line, sentence) in zip(out, WRONG.items(), strict=False):
        assert sentence in answer, line
    offers = translator_and_offers(new(game))[1]
    assert numbered_items(out[len(WRONG) :]) == [as_typed(action) for _, action in offers]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", [game for game in GAMES if rules.GAMES[game].check_content is not None])
def test_what_is_misspelled_in_an_action_is_told_with_the_nearest(told: Told, game: str) -> None:
    moves, line, field, word = next(
        (moves, line, *found.groups())
        for moves in map("random {}".format, range(30, 60))
        for line in numbered_items(told(game, moves, "list typed"))
        if (found := re.search(r"(\w+)=([a-z]{4}[^ ,']+)", line))
    )
    wrong = word[:1] + word[2:]
    first, second, hint = told(game, moves, f"why {line.replace(word, wrong)}")[3:]
    assert first.startswith("Seat 0 may not: ")
    assert second.startswith("Seat 1 may not: ")
    assert hint.startswith(f"There is no {wrong!r} in this match; the nearest: {word}")
    verb = line.split()[0]
    assert told(game, f"why {verb}")[2].startswith(f"{verb} lacks '")
    renamed = told(game, f"why {line.replace(f'{field}=', 'fild=')}")[2]
    assert renamed.startswith(f"{verb} has no 'fild'; it is typed `{verb} ")
    assert f"{field}=..." in renamed


def test_bytes_that_are_no_text_are_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Run) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\nlist\n"), "utf-8"))
    answer = command("match", "play", GAMES[0])
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "There is no command '��'; `help` lists the commands."


UNOPENED = {
    "nowhere.match": "There is no file and no game 'nowhere.match'",
    "folder": "is not a file",
    "text.match": "This file isn't a saved match.",
    "text.json.gz": "can't be read: Not a gzipped file",
    "short.json.gz": "can't be read: Compressed file ended",
}


@pytest.mark.parametrize(("name", "sentence"), UNOPENED.items())
def test_what_is_no_match_is_told_in_a_sentence(command: Run, tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("text.match", "text.json.gz"):
        (tmp_path / file).write_text("no match")
    (tmp_path / "short.json.gz").write_bytes(compress(b"{}" * 99)[:-9])
    answer = command("match", "play", name)
    assert answer.code in (1, 2)
    assert sentence in answer.sentence


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((GAMES[0], "--seats", "9"), "is for"),
        ((GAMES[0], "--locale", "xx"), "xx"),
        (("a.match", "--seats", "2"), "--seats is for a new match"),
    ],
)
def test_wrong_options_are_told_in_a_sentence(
    command: Run, tmp_path: Path, arguments: tuple[str, ...], word: str
) -> None:
    (tmp_path / "a.match").write_bytes(new(GAMES[0]).dump())
    answer = command("match", "play", *arguments)
    assert answer.code in (1, 2)
    assert word in answer.sentence


@pytest.mark.parametrize("number", NUMBERS)
def test_an_exported_match_is_opened(tenebrae: Run, told: Told, number: int) -> None:
    assert tenebrae("match", "export", number, "--out", "a.match").code == 0
    out = told("a.match", "list", "step", "view 0")
    assert out[0].endswith(f", seats: {fewest_seats(GAMES[number - 1])}. `help` lists the commands.")
    assert numbered_items(out)


def test_rules_that_fail_leave_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new(GAMES[0])
    before = match.dump()

    def broken(self: Match[Any], seat: int, action: object) -> None:
        self.state.epoch += 5
        raise KeyError("no such\nrow")

    monkeypatch.setattr(Match, "apply", broken)
    shell = Shell(match, SEED)
    shell.stdout = io.StringIO()
    shell.onecmd("do 1")
    assert shell.stdout.getvalue() == "The rules failed with KeyError: 'no such\\nrow'.\n"
    assert (shell.match.dump(), shell.moves) == (before, [])


def test_help_has_a_sentence_for_every_command(told: Told) -> None:
    commands = {name.removeprefix("do_") for name in dir(Shell) if name.startswith("do_")}
    out = told(GAMES[0], "help", "help undo", "quit", "list")[2:]
    assert {line.split()[0] for line in out} == commands
    assert all(re.fullmatch(r"[a-z]+ +[A-Z].*[.`]", line) for line in out)
    assert out.count(out[-1]) == 2
    assert out[-1].startswith("undo ")
