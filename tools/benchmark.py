"""Measures the speed of decisions, saves, pictures and presses (`make bench`). No test depends on the figures."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

import render
import rules
from bot.cli.lab.simulation import play, random_policy, simulate
from bot.cli.main import main
from render.pen import png_encoding, text_audit
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from tools import footprint, peer_benchmark
from tools.command_line import command_line

#: How many moves are made before a position is measured, so it comes from the middle of a match.
MOVES_BEFORE = 120
#: After this many matches that end before `MOVES_BEFORE` moves, a game's number of moves is halved.
MAX_TRIES = 5
#: How many boards are drawn to measure the drawing time. A move is made before each board.
MOVES_BETWEEN_BOARDS = 40
REPEATS = 9
#: How many matches are open in one process while button presses are timed. Each number is measured separately.
OPEN_MATCHES = (1, 50, 500)
#: How many times this project's game and the other program (see `PEER`) are measured in alternation.
PEER_ROUNDS = 15
#: The program that this project's games are compared with. It also plays a game in Python.
PEER = "catanatron, 4 random players"


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: its name, the measured game, the figure and its unit."""

    what: str
    of: str
    value: float
    unit: str

    def text(self) -> str:
        """Return the measurement as a line of the table."""
        return f"{self.what:<44} {self.of:<28} {self.value:>10,{'.2f' if self.unit == 'x' else '.1f'}} {self.unit}"


def rows(matches: int, presses: int, opened: Sequence[int] = OPEN_MATCHES) -> Iterator[Row | str]:
    """Yield each measurement as soon as it is done.

    If a measurement isn't possible on this machine, yield a sentence that says so.
    """
    yield from _peer(matches)
    for game in rules.GAMES.values():
        for seats in game.seats:
            yield from _engine(game, seats, matches)
        yield from _compared_with_peer(game, game.seats[-1], matches)
    for game in rules.GAMES.values():
        for seats in game.seats:
            yield from _pictures(game, seats)
    for game in rules.GAMES.values():
        size = footprint.kilobytes_of_an_open_match(game, game.seats[-1])
        yield Row("memory of one more open match", f"{game.id}, {game.seats[-1]} seats", size, "kB")
    if find_spec("simcord") is None:
        yield "The bot itself was not measured: that needs simcord, from the extra 'playground'."
        return
    from tools import press_timing

    for count in opened:
        for what, value, unit in press_timing.measure(presses, count):
            yield Row(what, f"the bot, {count} open {'match' if count == 1 else 'matches'}", value, unit)


def _peer(matches: int) -> Iterator[Row | str]:
    if peer_benchmark.installed():
        yield Row("random decisions per second on one core", PEER, peer_benchmark.decisions_a_second(matches), "1/s")
    else:
        yield "The speed can't be compared: that needs catanatron, from the extra 'bench'."


def to_json(found: list[Row]) -> str:
    """Return the measurements as a JSON list."""
    return json.dumps([asdict(row) for row in found], indent=1)


def _microseconds(work: Callable[[], object], rounds: int) -> float:
    """Return the median CPU time of one call, in microseconds."""
    times: list[float] = []
    for _ in range(REPEATS):
        begun = time.thread_time()
        for _ in range(rounds):
            work()
        times.append((time.thread_time() - begun) / rounds)
    return statistics.median(times) * 1e6


def _milliseconds(work: Callable[[], object]) -> float:
    return _microseconds(work, 1) / 1000


def _midgame_match(game: AnyGame, seats: int) -> Match[Any]:
    """Return a match after `MOVES_BEFORE` random moves, or after fewer moves if no match lasts that long."""
    moves, seed = MOVES_BEFORE, 0
    while True:
        match = game.new(seats, seed)
        play(match, random_policy, random.Random(seed), moves)
        if not match.over:
            return match
        seed += 1
        if seed % MAX_TRIES == 0:
            moves //= 2


def _decisions_a_second(game: AnyGame, seats: int, matches: int) -> float:
    cpu = time.process_time()
    decisions = simulate(game, seats, matches, 0, "random").decisions
    return decisions / (time.process_time() - cpu)


def _compared_with_peer(game: AnyGame, seats: int, matches: int) -> Iterator[Row]:
    """Yield the speed of this project's game as a multiple of the speed of the other program (see `PEER`).

    The result is the median of several pairs of measurements, because the speed of the machine varies.
    """
    if not peer_benchmark.installed():
        return
    count = max(1, matches // 3)
    pairs = [
        (_decisions_a_second(game, seats, count), peer_benchmark.decisions_a_second(count)) for _ in range(PEER_ROUNDS)
    ]
    times = statistics.median(ours / theirs for ours, theirs in pairs)
    yield Row("random decisions: times catanatron's", f"{game.id}, {seats} seats", times, "x")


def _engine(game: AnyGame, seats: int, matches: int) -> Iterator[Row]:
    of = f"{game.id}, {seats} seats"
    yield Row("random decisions per second on one core", of, _decisions_a_second(game, seats, matches), "1/s")
    match = _midgame_match(game, seats)
    data = match.dump()
    seat = min(match.decisions())
    rng = random.Random(0)

    def decide() -> object:
        match._decisions = None  # pyright: ignore[reportPrivateUsage]  (the kept answer costs nothing)
        return match.decisions()

    yield Row("size of a save", of, len(data) / 1000, "kB")
    yield Row("dump", of, _microseconds(match.dump, 30), "us")
    yield Row("load", of, _microseconds(lambda: game.load(data), 30), "us")
    yield Row("view", of, _microseconds(lambda: match.view(seat), 30), "us")
    yield Row("decisions()", of, _microseconds(decide, 30), "us")
    yield Row("worlds", of, _microseconds(lambda: match.worlds(seat, rng), 10), "us")


def _pictures(game: AnyGame, seats: int) -> Iterator[Row]:
    of = f"{game.id}, {seats} seats"
    match = _midgame_match(game, seats)
    view = match.view(None)

    def board() -> bytes:
        return render.encode(render.board(view))

    def cold() -> bytes:
        text_audit.forget()
        return board()

    yield Row("board PNG, cold", of, _milliseconds(cold), "ms")
    yield Row("board PNG, nothing changed", of, _milliseconds(board), "ms")
    drawn, bare, sizes = _after_moves(match)
    yield Row("board PNG, after a move", of, drawn, "ms")
    yield Row("the bare PNG of the same pixels", of, bare, "ms")
    yield Row("board PNG after a move: times the bare PNG", of, drawn / bare, "x")
    yield Row("size of a board PNG", of, sizes / 1000, "kB")


def _after_moves(match: Match[Any]) -> tuple[float, float, float]:
    """Return three medians: the time to draw and encode a board, the time to encode it, and the size of the file.

    The second time is measured with pixels that are already mapped to the palette, which is the fastest known way to
    encode.
    """
    rng = random.Random(1)
    _warm(match, rng)
    whole: list[float] = []
    bare: list[float] = []
    sizes: list[int] = []
    for number in range(MOVES_BETWEEN_BOARDS):
        if match.over:
            # This match is over. The bot draws each match at its start, so draw the new one once without measuring.
            match = rules.GAMES[match.game.id].new(match.state.seats, MOVES_BETWEEN_BOARDS + number)
            render.board(match.view(None))
        seat, decision = next(iter(match.decisions().items()))
        events = match.apply(seat, random_policy(match, seat, decision, rng))
        view = match.view(None)
        begun = time.thread_time()
        image = render.board(view, events=events)
        sizes.append(len(render.encode(image)))
        whole.append(time.thread_time() - begun)
        mapped = png_encoding.to_palette(image)
        begun = time.thread_time()
        png_encoding.encode(mapped)
        bare.append(time.thread_time() - begun)
    return statistics.median(whole) * 1000, statistics.median(bare) * 1000, statistics.median(sizes)


def _warm(match: Match[Any], rng: random.Random) -> None:
    """Draw a different match first, so the caches are as full as in a running bot."""
    other = rules.GAMES[match.game.id].new(match.state.seats, 1)
    for _ in range(2 * MOVES_BEFORE):
        if other.over:
            break
        seat, decision = next(iter(other.decisions().items()))
        events = other.apply(seat, random_policy(other, seat, decision, rng))
        render.board(other.view(None), events=events)


def bench(
    matches: Annotated[int, typer.Option(min=1, help="Matches per game and number of seats.")] = 30,
    presses: Annotated[int, typer.Option(min=1, help="Number of the bot's buttons to press.")] = 100,
    opened: Annotated[
        list[int] | None,
        typer.Option("--open", min=1, help="Matches open at the same time; can be repeated."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the figures to a file.")
    ] = None,
) -> None:
    """Measure decisions, saves, pictures and presses of every game."""
    found: list[Row] = []
    for row in rows(matches, presses, opened or OPEN_MATCHES):
        if isinstance(row, str):
            typer.echo(row)
        else:
            found.append(row)
            typer.echo(row.text())
    if file is not None:
        file.write_text(to_json(found) + "\n", encoding="utf-8")


app = command_line(bench)

if __name__ == "__main__":
    main(app)
