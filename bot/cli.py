"""The command `tenebrae`: run the bot, open the playground, and tools around the rules."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import sys
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from bot import logs, match_commands, rating_commands, report_commands
from bot.config import (
    EXIT_FAILED,
    EXIT_STORE,
    EXIT_UNREACHED,
    UNREACHED,
    ConfigError,
    Settings,
    StartError,
    load_settings,
    server_or_file,
)
from bot.findings import Door
from bot.prepare import install_packs, prepare

if TYPE_CHECKING:
    from bot.tools.by_post import Habits
    from rules.kernel.game import AnyGame

log = logging.getLogger(__name__)

app = typer.Typer(
    help="Dark, heavy tabletop games in Discord, one move at a time.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
content = typer.Typer(help="Content packs: cards, locations and set-ups as JSON.", no_args_is_help=True)
app.add_typer(content, name="content")
app.add_typer(match_commands.app, name="match")
app.add_typer(report_commands.app, name="report")
app.add_typer(rating_commands.app, name="ratings")
database = typer.Typer(help="The database of all matches.", no_args_is_help=True)
app.add_typer(database, name="database")


class _FileOrCommand(TyperGroup):
    """Backups, where a file in the place of a command is one to write."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is meant; see the class."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["write", *args])


backups = typer.Typer(
    help="Copies of the database: `tenebrae backup FILE` writes one.", cls=_FileOrCommand, no_args_is_help=True
)
app.add_typer(backups, name="backup")

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `tenebrae games` lists it.")]
Seats = Annotated[int, typer.Option(help="How many play.")]
Seed = Annotated[int, typer.Option(help="The seed; the same seed gives the same match.")]


#: How many objects more than before there are when Python looks for garbage. To load all modules makes over a million,
#: none of them garbage; with Python's 700 a tenth of a start went into looking.
GARBAGE = 10_000


def main(commands: typer.Typer = app) -> None:
    """Run a command line; every expected error ends in one sentence and an exit code."""
    gc.set_threshold(GARBAGE)
    try:
        commands()
    except Exception as error:
        code = _code_of(error)
        if code is None:
            raise
        print(error, file=sys.stderr)
        sys.exit(code)


def _code_of(error: Exception) -> int | None:
    """Return the exit code of an error that is told in one sentence, or None for an unexpected one."""
    if isinstance(error, StartError):
        return error.code
    from rules.kernel.errors import TenebraeError

    return EXIT_FAILED if isinstance(error, TenebraeError) else None


def named(game_id: str) -> AnyGame:
    """Return a game by its id; raises ConfigError."""
    import rules

    if game_id not in rules.GAMES:
        known = ", ".join(rules.GAMES)
        raise ConfigError(f"There is no game {game_id!r}; the games are: {known}.")
    return rules.GAMES[game_id]


def _check_seats(game: AnyGame, seats: int) -> None:
    if seats not in game.seats:
        raise ConfigError(f"{game.id} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")


def _balance_page(game: str) -> Path:
    return Path("data") / game / "BALANCE.md"


def _until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run until done, Ctrl+C or SIGTERM; the work cleans up when it is cancelled."""
    from bot.store import StoreError

    async def told() -> None:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()

        def stop() -> None:
            # Once only: a second Ctrl+C would interrupt the cleanup, which takes seconds at most.
            if not task.cancelling():
                task.cancel()

        with suppress(NotImplementedError):  # Windows has only Ctrl+C, which asyncio.run handles
            for name in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(name, stop)
        try:
            await task
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            log.info("stopped")

    try:
        asyncio.run(told())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


def _begin() -> Settings:
    """Return the settings of a bot that starts, which takes some seconds from here on; raises ConfigError."""
    settings = prepare()
    settings.need_token()
    log.info("starting")
    return settings


@contextmanager
def _discord_within_reach() -> Generator[None]:
    """Tell in a sentence that Discord can't be reached: later the bot reconnects by itself."""
    try:
        yield
    except OSError as error:
        log.debug("what failed", exc_info=error)
        raise StartError(UNREACHED, EXIT_UNREACHED) from error


@app.command()
def run() -> None:
    """Run the bot on Discord's gateway; the settings come from the environment and the file .env."""
    settings = _begin()
    from bot.discord.run import run as run_bot

    with _discord_within_reach():
        _until_told(run_bot(settings))


@app.command()
def serve() -> None:
    """Take interactions from Discord over HTTP, as one of any number of processes behind a balancer."""
    settings = _begin()
    from bot.discord.serve import serve as serve_bot

    with _discord_within_reach():
        _until_told(serve_bot(settings))


@app.command()
def replay(
    number: Annotated[int, typer.Argument(metavar="MATCH", help="The match's number, as /match status shows it.")],
    as_: Annotated[
        str, typer.Option("--as", metavar="spectator|SEAT|all", help="As whom it is seen: a seat's number, from 1.")
    ] = "spectator",
    language: Annotated[str, typer.Option(help="The language of the boards: en, hu or es.")] = "en",
    page: Annotated[Path | None, typer.Option(help="The HTML page to write: every board, with what happened.")] = None,
    picture: Annotated[Path | None, typer.Option(help="The moving picture (WebP) to write: a board a turn.")] = None,
    boards: Annotated[Path | None, typer.Option(help="The folder to write every board to, as a PNG each.")] = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Also as a seat or all while the match is not played to its end.")
    ] = False,
) -> None:
    """Make files of a match, from its beginning: a page, a moving picture, its boards. The bot may be running."""
    from bot.replay_files import PAGE, PICTURE
    from bot.tools import replay as replays

    viewer, files = replays.viewer_of(as_), {PAGE: page, PICTURE: picture}
    replays.make(prepare(), number, viewer, language, files, boards, typer.echo, secrets=secrets)


@app.command()
def export(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="OUT", help="A folder for results.jsonl and moves.jsonl, or a file NAME.jsonl for both."
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only this game, by its id.")] = None,
    server: Annotated[int | None, typer.Option(help="Only this server, by its id.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only what ended on this day (UTC) or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only what ended on this day (UTC) or before.")
    ] = None,
    results: Annotated[bool, typer.Option("--results", help="Only results, without moves.")] = False,
    names: Annotated[
        bool, typer.Option("--names", help="With names and Discord's ids; otherwise pseudonyms stand for everybody.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the lines; write nothing.")
    ] = False,
) -> None:
    """Write results and moves of matches that have ended, as JSON Lines. The bot may be running."""
    from bot.tools import export as tool
    from bot.tools import export_lines

    if schema:
        typer.echo(json.dumps(export_lines.schema(), indent=2))
        return
    if out is None:
        raise ConfigError("Say where to: tenebrae export FOLDER, or NAME.jsonl.")
    if game is not None:
        named(game)
    request = tool.Request(game, server, tool.day(since), tool.day(until), names=names, moves=not results)
    tool.make(prepare(), request, out, typer.echo, force=force)


@app.command()
def invite() -> None:
    """Print the link that adds the bot to a server, with the permissions that it uses."""
    settings = prepare()
    from bot.discord.invitation import invitation

    with _discord_within_reach():
        _, link = asyncio.run(invitation(settings))
    typer.echo(link)


class _Person:
    """Whoever sits at the terminal."""

    def text(self, question: str, default: str) -> str:
        return typer.prompt(question, default).strip()

    def secret(self, question: str) -> str:
        return typer.prompt(question, default="", hide_input=True, show_default=False)

    def yes(self, question: str) -> bool:
        return typer.confirm(question)


@app.command()
def init(
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file with the bot's token; - reads it from a pipe.")
    ] = None,
    database: Annotated[str | None, typer.Option(help="A file for all matches, or postgresql://...")] = None,
    locale: Annotated[str | None, typer.Option(help="The language where nobody has chosen one: en, hu or es.")] = None,
    matches_per_person: Annotated[
        str | None, typer.Option(metavar="N", help="Matches at which one person may sit; 0 for no limit.")
    ] = None,
    matches_per_server: Annotated[
        str | None, typer.Option(metavar="N", help="Matches that a server may have; 0 for no limit.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Change a file .env that is there, without asking.")] = False,
    untried: Annotated[bool, typer.Option("--untried", help="Try neither the token nor the database.")] = False,
) -> None:
    """Write the settings to the file .env in this folder: asks for what no option says, if somebody is there to answer.

    The token is not shown, and is tried at Discord; a database is tried, too. Other lines of a file that is there stay.
    Without a terminal nothing is asked, and the token comes from --token-file or TENEBRAE_TOKEN.
    """
    from bot.tools import init as tool

    logs.set_up("CRITICAL")  # what is wrong is told in a sentence
    said = {"database": database, "locale": locale}
    said |= {"matches_per_person": matches_per_person, "matches_per_server": matches_per_server}
    given = {name: value for name, value in said.items() if value is not None}
    if token_file is not None:
        given["token"] = sys.stdin.read() if str(token_file) == "-" else tool.token_in(token_file)
    tool.init(given, _Person() if sys.stdin.isatty() else None, typer.echo, force=force, untried=untried)


@app.command()
def doctor(
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no Discord: only what this machine and the database tell.")
    ] = False,
    door: Annotated[
        Door | None, typer.Option(help="How you start the bot: whether Discord sends presses there is wrong or right.")
    ] = None,
) -> None:
    """Look for whatever is wrong with this set-up, and say what to do; exits with 1 if anything is.

    It changes nothing, and the bot may be running.
    """
    from bot.tools import doctor as tool

    # The libraries' own warnings would only say in their words what stands in a line.
    logs.set_up("CRITICAL")

    async def told() -> bool:
        wrong = False
        async for finding in tool.findings(offline=offline, door=door):
            typer.echo(tool.line(finding))
            wrong = wrong or finding.state == "wrong"
        return wrong

    if asyncio.run(told()):
        raise typer.Exit(EXIT_FAILED)


@app.command()
def commands() -> None:
    """Let the next start register all commands anew: some lack, or you went back to an older version for good."""
    from bot.tools.transfer import give_up_commands

    give_up_commands(prepare())
    typer.echo("The next process that starts registers its commands, whatever its version.")


def _need_playground() -> None:
    if find_spec("simcord") is None or find_spec("linkify_it") is None:
        raise ConfigError(
            "The playground needs more: pip install --require-hashes -r requirements/play.txt, in the source."
        )


@app.command()
def playground(
    port: Annotated[int, typer.Option(help="The port the page is served on.")] = 8420,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the last playground and start over.")] = False,
    folder: Annotated[Path, typer.Option(help="Where the playground is kept.")] = Path(".playground"),
) -> None:
    """Open the playground: the real bot in a simulated Discord, in your browser, without a token."""
    logs.set_up("WARNING")
    _need_playground()
    from bot.playground.run import run as run_playground

    settings = load_settings(None)
    install_packs(settings)
    _until_told(run_playground(settings, folder, port, fresh, typer.echo))


@app.command()
def screens(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games; all when left out.")] = None,
    locale: Annotated[list[str] | None, typer.Option(help="en, hu or es; can be repeated, all when left out.")] = None,
    width: Annotated[
        list[int] | None,
        typer.Option(min=200, max=4000, help="The window's width; can be repeated, 390 and 1280 when left out."),
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder for the pictures and a page that shows them.")] = Path(
        "build/screens"
    ),
) -> None:
    """Take pictures of each game's lobby, turns, reaction, end and lesson, in the playground.

    They are taken in headless Chromium; exits with 5 where there is none.
    """
    logs.set_up("WARNING")
    _need_playground()
    import rules
    from bot.tools import screens as tool
    from rules.kernel.words.text import LOCALES

    chosen = [named(one) for one in game or rules.GAMES]
    tool.run(chosen, locale or LOCALES, width or tool.WIDTHS, out, typer.echo)


@app.command()
def games() -> None:
    """List the games and their numbers of players."""
    import rules
    from rules.kernel.words.text import Say

    for game in rules.GAMES.values():
        say = Say("en", ())
        typer.echo(f"{game.id:20} {game.seats[0]}-{game.seats[-1]}  {game.title(say)}: {game.blurb(say)}")


@app.command()
def simulate(
    game: GameId,
    seats: Seats,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 10,
    seed: Seed = 0,
    policy: Annotated[str, typer.Option(help="How every seat decides: random or greedy.")] = "random",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Play matches without Discord and report how they went; exits with 1 if one fails or does not end."""
    from bot.tools import simulation

    rules_of = named(game)
    _check_seats(rules_of, seats)
    if policy not in simulation.POLICIES:
        raise ConfigError(f"There is no policy {policy!r}; the policies are: {', '.join(simulation.POLICIES)}.")
    report = simulation.simulate(rules_of, seats, matches, seed, policy, progress=not json)
    typer.echo(report.to_json() if json else report.to_text())
    for line in report.failures:
        typer.echo(line, err=True)
    if report.finished < matches:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def hashes(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all when left out.")] = None,
    policy: Annotated[str, typer.Option(help="random or greedy; both when left out.")] = "",
    matches: Annotated[int, typer.Option(min=0, help="How many matches per line; 0 for the usual number.")] = 0,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare with the lines of a file; exits with 1 if any differs.")
    ] = None,
) -> None:
    """Print hashes of whole matches; equal hashes before and after a change mean equal play."""
    import rules
    from bot.tools import hashes as tool
    from bot.tools.simulation import POLICIES

    if policy and policy not in POLICIES:
        raise ConfigError(f"There is no policy {policy!r}; the policies are: {', '.join(POLICIES)}.")
    if check is not None and not check.is_file():
        raise ConfigError(f"There is no file {check}.")
    games = {game: named(game)} if game else rules.GAMES
    found: list[str] = []
    for line in tool.hashes(games, [policy] if policy else list(POLICIES), matches):
        found.append(line)
        typer.echo(line)
    differing = tool.differences(found, check) if check is not None else []
    for line in differing:
        typer.echo(f"Not in {check}: {line}", err=True)
    if differing:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def balance(
    game: GameId,
    seats: Annotated[
        str, typer.Option(help="Numbers of players, with commas, as in 2,3 or 1x900,2; all when left out.")
    ] = "",
    matches: Annotated[int, typer.Option(min=1, help="How many matches for each number of players.")] = 100,
    pairs: Annotated[
        int, typer.Option(min=0, help="How many matches between every two ready decks, instead of numbers of players.")
    ] = 0,
    seed: Seed = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the figures to data/<game>/BALANCE.md.")] = False,
) -> None:
    """Let greedy players play each other and report who wins how often."""
    from bot.tools import balance as tool
    from bot.tools import by_post

    rules_of = named(game)
    if pairs and len(rules_of.rivals()) < 2:
        raise ConfigError(f"{game} has no ready decks to compare.")
    try:
        series = tool.series(seats or ",".join(map(str, rules_of.seats)), matches)
    except ValueError as error:
        raise ConfigError(f"Numbers of players look like 2,3 or 1x900,2: {seats!r} does not.") from error
    for count, _ in series:
        _check_seats(rules_of, count)
    page = tool.page_of_pairs(game, pairs, seed) if pairs else tool.page(game, series, seed)
    if write:
        file = _balance_page(game)
        figures = by_post.split(file.read_text("utf-8"))[1] if file.is_file() else ""
        file.write_text(page + figures, encoding="utf-8")
    typer.echo(page)


def _habits(game: AnyGame, written: str) -> Habits:
    from bot.tools.by_post import Habits

    try:
        return Habits.read(written, game.orders)
    except ValueError as error:
        raise ConfigError(f"Orders have a colon and options an equals sign: {error.args[0]!r} has neither.") from error


@app.command()
def post(
    game: GameId,
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help='Orders and options, as in "pace=trust plan:pay"; "usual" if left out.'),
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches for each set.")] = 40,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the figures into data/<game>/BALANCE.md.")] = False,
) -> None:
    """Count how often players are called by post, with these standing orders and options."""
    from bot.tools import by_post as tool

    habits = [_habits(named(game), one) for one in sets or [tool.USUAL]]
    found = [(one, tool.measure(game, one, matches, seed, workers or None)) for one in habits]
    sets_told = " ".join(f'"{one.name}"' for one in habits)
    command = f"tenebrae post {game} {sets_told} --matches {matches} --seed {seed} --write"
    figures = tool.section(command, matches, found)
    if write:
        file = _balance_page(game)
        file.write_text(tool.split(file.read_text("utf-8"))[0] + figures, encoding="utf-8")
    typer.echo(figures)


@app.command()
def calendar(
    game: GameId,
    seats: Annotated[int | None, typer.Option(help="How many play; with --lobby every number.")] = None,
    visits_a_day: Annotated[float, typer.Option(help="How often a person looks in a day, on average.")] = 4,
    zones: Annotated[
        str, typer.Option(help='Where people live, as in "Europe/Budapest,UTC"; seats take turns.')
    ] = "UTC",
    waking: Annotated[str, typer.Option(help="The hours in which people look in, by their own clock.")] = "8-22",
    orders: Annotated[str, typer.Option(help='Orders and options, as in "pace=trust plan:pay".')] = "usual",
    matches: Annotated[int, typer.Option(min=1, help="How many matches, without and with orders.")] = 20,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
    lobby: Annotated[
        bool, typer.Option("--lobby", help="Write data/<game>/calendar.json: what the lobby says of days and visits.")
    ] = False,
) -> None:
    """Count days, visits and calls of matches by post between people who look in at random times."""
    from bot.tools import calendar as tool

    rules_of = named(game)
    if lobby:
        file = Path("data") / game / "calendar.json"
        file.write_text(tool.for_lobby(game, matches, workers or None), encoding="utf-8")
        typer.echo(f"Written to {file}.")
        return
    if seats is None:
        raise ConfigError("Say how many play: --seats N.")
    _check_seats(rules_of, seats)
    try:
        routine = tool.Routine.read(visits_a_day, zones, waking)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    report = tool.measure(game, seats, _habits(rules_of, orders), routine, matches, seed, workers or None)
    typer.echo(report.to_json() if json else report.to_text())


@app.command()
def duel(
    game: GameId,
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="easy, normal or hard.")],
    other: Annotated[str, typer.Argument(metavar="LEVEL", help="The level to play against.")],
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 200,
    seats: Seats = 2,
    seed: Seed = 0,
    mind: Annotated[
        str, typer.Option(help="How the first judges and searches: now, old, or a JSON file; as its level if left out.")
    ] = "",
    against: Annotated[str, typer.Option(help="The same for the other: --against old is hard as it was before.")] = "",
    thinking: Annotated[
        float, typer.Option(min=0, help="Seconds of the processor's time that hard thinks about a choice.")
    ] = 0.05,
    iterations: Annotated[
        int, typer.Option(min=0, help="Iterations instead of seconds: the same on every machine.")
    ] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a line.")] = False,
) -> None:
    """Let two computer players play each other; every start is played from both sides."""
    import time

    from bot.computers.levels import LEVELS
    from bot.computers.minds import mind as known
    from bot.computers.search import Budget
    from bot.tools import duel as tool

    rules_of = named(game)
    _check_seats(rules_of, seats)
    if seats < 2:
        raise ConfigError("A duel is for two seats at least.")
    for one in (level, other):
        if one not in LEVELS:
            raise ConfigError(f"There is no level {one!r}; the levels are: {', '.join(LEVELS)}.")
    for one in (mind, against):
        if one:
            known(rules_of, one)
    budget = Budget(iterations=iterations) if iterations else Budget(thinking, clock=time.thread_time)
    report, sides = None, (tool.Duellist(level, mind), tool.Duellist(other, against))
    for report in tool.duel(game, sides, seats, matches, seed, budget, workers):
        if not json and report.matches % 20 == 0 and report.matches < matches:
            typer.echo(report.to_text(), err=True)
    assert report is not None
    typer.echo(report.to_json() if json else report.to_text())


@app.command()
def fit(
    game: GameId,
    matches: Annotated[int, typer.Option(min=2, help="How many matches a round has.")] = 260,
    rounds: Annotated[int, typer.Option(min=1, help="How often the weights are moved.")] = 1,
    seats: Annotated[str, typer.Option(help="Numbers of players, as 2,3; matches take turns.")] = "2",
    start: Annotated[
        str, typer.Option(help="Where prices begin that don't begin as found by hand: gold=0.8,card=0.5.")
    ] = "",
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the file that hard players judge by.")] = False,
) -> None:
    """Fit the weights or prices by which hard players judge to who wins when they differ, and print them."""
    from bot.tools import fit as tool

    rules_of = named(game)
    if rules_of.pricing is not None:
        _fit_prices(game, start, matches, seed, workers, write=write)
        return
    if rules_of.appraising is None:
        raise ConfigError(f"{game} judges positions without weights; there is nothing to fit.")
    try:
        counts = [int(part) for part in seats.split(",")]
    except ValueError:
        raise ConfigError(f"--seats are numbers such as 2,3, not {seats!r}.") from None
    for count in counts:
        _check_seats(rules_of, count)
    if min(counts) < 2:
        raise ConfigError("Weights are fitted in matches of two seats at least.")
    text = ""
    for number, found in enumerate(tool.fit(game, counts, rounds, matches, seed, workers), 1):
        made = f"tenebrae fit {game} --rounds {number} --matches {matches} --seats {seats} --seed {seed} --write"
        text = tool.as_json(made, found.weights)
        best = max(found.worth, key=lambda name: abs(found.worth[name]))
        typer.echo(f"round {number} of {rounds}: most was learned of {best}", err=True)
    if write:
        (Path("data") / game / "appraisal.json").write_text(text, "utf-8")
    else:
        typer.echo(text, nl=False)


def _fit_prices(game: str, start: str, matches: int, seed: int, workers: int, *, write: bool) -> None:
    """Fit the prices of a game that has some."""
    from bot.tools import prices as tool

    known, begun = tool.pricing_of(game).by_hand, dict[str, float]()
    try:
        for name, _, price in (part.partition("=") for part in start.split(",") if part):
            begun[name] = float(price)
    except ValueError:
        raise ConfigError(f"--start is as gold=0.8,card=0.5, not {start!r}.") from None
    for name in begun.keys() - known.keys():
        raise ConfigError(f"{game} has no price {name!r}; its prices are: {', '.join(known)}.")
    for name, price in (known | begun).items():
        if not price:
            raise ConfigError(f"A price of 0 can't be fitted; say where it begins: --start {name}=0.5.")
    found = tool.fit(game, begun, matches, seed, workers)
    for name, (worth, error) in sorted(found.worth.items(), key=lambda one: -abs(one[1][0] / one[1][1])):
        typer.echo(f"{name}: {worth:+.3f} ({error:.3f}) for a difference of 1, now {found.prices[name]:g}", err=True)
    begins = f" --start {start}" if start else ""
    made = f"tenebrae fit {game}{begins} --matches {matches} --seed {seed} --write"
    text = tool.as_json(made, found.prices)
    if write:
        (Path("data") / game / "prices.json").write_text(text, "utf-8")
    else:
        typer.echo(text, nl=False)


@app.command()
def render(
    game: GameId,
    out: Annotated[Path, typer.Option(help="The PNG file to write; one that is there is replaced.")],
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest when left out.")] = None,
    seed: Seed = 0,
    moves: Annotated[int, typer.Option(min=0, help="How many random moves to make first.")] = 0,
    viewer: Annotated[
        str, typer.Option(help="Who looks: a seat's number, or spectator. A spectator's hand is that of seat 0.")
    ] = "spectator",
    locale: Annotated[str, typer.Option(help="The language: en, hu or es.")] = "en",
    what: Annotated[
        str,
        typer.Option(
            help="board; hand; score, of the match played on to its end; legend;"
            " how, turn, aid or end, a sheet to learn from; or the id of a card or place."
        ),
    ] = "board",
) -> None:
    """Draw a match after some random moves, or one card, as a PNG file."""
    from bot.tools import pictures

    rules_of = named(game)
    seats = rules_of.seats[0] if seats is None else seats
    _check_seats(rules_of, seats)
    pictures.draw(rules_of, seats, seed, moves, viewer, locale, what, out)


@app.command(name="rules")
def rule_ids(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all when left out.")] = None,
    uncited: Annotated[bool, typer.Option("--uncited", help="Only the ids that no test cites.")] = False,
    tests: Annotated[Path, typer.Option(help="Where the tests are.")] = Path("tests"),
    html: Annotated[
        bool, typer.Option("--html", help="Write the rules for players as a page to read, one for each language.")
    ] = False,
    out: Annotated[Path, typer.Option(help="The folder for those pages.")] = Path("build/rulebooks"),
) -> None:
    """List the numbered rules of RULES.md; with --uncited those that no test cites, and exit with 1 if any.

    With --html, write the rules for players to GAME.en.html, GAME.hu.html and GAME.es.html instead.
    """
    import rules
    from bot.tools import rulebooks

    chosen = [named(game)] if game else list(rules.GAMES.values())
    if html:
        for file in rulebooks.write_pages(chosen, out):
            typer.echo(f"{file}: {file.stat().st_size // 1000} kB")
        return
    if uncited and not tests.is_dir():
        raise ConfigError(f"There is no folder {tests} with tests here; name it with --tests.")
    left = 0
    for rules_of in chosen:
        book = rulebooks.read(rules_of)
        ids = book.uncited(tests) if uncited else book.ids
        left += len(ids)
        for rule in ids:
            typer.echo(rule)
        if uncited and book.exempt:
            typer.echo(f"{rules_of.id}: {len(book.exempt)} ids are pure reference and exempt.", err=True)
    if uncited and left:
        raise typer.Exit(EXIT_FAILED)


@content.command(name="check")
def content_check(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="A pack's folder; the built-in packs when left out."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="The game the pack is for; when left out, the one that a folder on its path is called."
        ),
    ] = None,
) -> None:
    """Check content packs; prints each fault with its file and place, and exits with 1 if there is any.

    A sound pack is told in a line of what it holds. A pack that can't be looked at, such as a folder that isn't there,
    ends in one sentence and exits with 2.
    """
    from bot.tools import packs

    faults = 0
    for line in packs.check(path, named(game) if game else None):
        typer.echo(line.text, err=not line.good)
        faults += not line.good
    if faults:
        raise typer.Exit(EXIT_FAILED)


@backups.command("write")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
) -> None:
    """Copy the database to one checked file; the bot may be running."""
    from bot.tools import backup as tool

    typer.echo(tool.write(prepare(), file))


@backups.command("drill")
def backup_drill(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup; the newest scheduled one when left out.")
    ] = None,
) -> None:
    """Restore a backup into a temporary place, and play every running match in it to its end; the bot may be running.

    Exits with 1 if a match can't be continued, and with 3 if the backup can't be restored.
    """
    from bot.tools import backup as tool

    told = tool.drill(prepare(), file)
    for line in told.lines:
        typer.echo(line)
    if told.failed:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that backup wrote.")],
) -> None:
    """Replace the database by a backup; the old one is kept beside it. The bot must be stopped."""
    from bot.tools import backup as tool

    typer.echo(tool.put_back(prepare(), file))


@database.command("check")
def database_check() -> None:
    """Read the whole database file and look for damage; the bot may be running."""
    from bot.tools import backup as tool

    typer.echo(tool.check(prepare()))


@database.command("copy")
def database_copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The database: a file or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where to copy it: a new file or an empty database.")],
) -> None:
    """Move all matches to another file or between SQLite and PostgreSQL. The bot must be stopped."""
    from bot.tools import backup as tool

    prepare()
    typer.echo(tool.move(_database(source), _database(target)))


def _database(text: str) -> Path | str:
    try:
        return server_or_file(text)
    except ValueError as error:
        raise ConfigError(f"This is not a database: {error}.") from None


@app.command()
def bench(
    matches: Annotated[int, typer.Option(min=1, help="How many matches per game and number of seats.")] = 30,
    presses: Annotated[int, typer.Option(min=1, help="How many of the bot's buttons to press.")] = 100,
    opened: Annotated[
        list[int] | None,
        typer.Option("--open", min=1, help="Matches open at the same time; can be repeated."),
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the figures to a file.")] = None,
) -> None:
    """Measure decisions, saves, pictures and presses of every game."""
    from bot.tools import benchmark

    found: list[benchmark.Row] = []
    for row in benchmark.rows(matches, presses, opened or benchmark.OPEN):
        if isinstance(row, str):
            typer.echo(row)
        else:
            found.append(row)
            typer.echo(row.text())
    if json is not None:
        json.write_text(benchmark.to_json(found) + "\n", encoding="utf-8")


@app.command()
def years(
    address: Annotated[
        str,
        typer.Argument(metavar="DATABASE", help="An empty database, which is filled; otherwise one for the moment."),
    ] = "",
    matches: Annotated[int, typer.Option(min=1, help="How many finished matches.")] = 5_000,
    people: Annotated[int, typer.Option(min=6, help="How many people.")] = 300,
) -> None:
    """Make up two years of a server's results, and measure what profiles and the like cost in CPU."""
    from tempfile import TemporaryDirectory

    from bot.tools import two_years

    async def told(database: Path | str) -> None:
        async for line in two_years.told(database, matches, people):
            typer.echo(line)

    with TemporaryDirectory() as folder:
        asyncio.run(told(_database(address) if address else Path(folder, "years.sqlite")))


@app.command()
def soak(
    matches: Annotated[int, typer.Option(min=1, help="How many matches per game and number of seats.")] = 500,
    seed: Seed = 0,
) -> None:
    """Play many random matches of every game at every number of seats; exits with 1 if one fails."""
    import rules
    from bot.tools import simulation

    failed = False
    for game in rules.GAMES.values():
        for seats in game.seats:
            report = simulation.simulate(game, seats, matches, seed, "random", progress=True)
            typer.echo(report.to_text())
            for line in report.failures:
                typer.echo(line, err=True)
            failed = failed or report.finished < matches
    if failed:
        raise typer.Exit(EXIT_FAILED)
