"""The command `tenebrae`: runs the bot, opens the playground, and offers tools for operators and for the rules."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from bot.app import logs
from bot.app.doctor_findings import Door
from bot.app.settings import (
    DISCORD_UNREACHABLE,
    EXIT_DISCORD_UNREACHABLE,
    EXIT_FAILED,
    ConfigError,
    Settings,
    StartError,
    load_settings,
)
from bot.app.startup import install_packs, prepare
from bot.cli import computer_group as computer_commands
from bot.cli import match_group as match_commands
from bot.cli.arguments import GameId, Pack, Seats, Seed, check_seats, game_named
from bot.cli.shutdown import run_until_signal
from bot.features.backups.cli import group as database_commands
from bot.features.packs import cli as content_commands
from bot.features.ratings.cli import group as rating_commands
from bot.features.reports.cli import group as report_commands

log = logging.getLogger(__name__)

app = typer.Typer(
    help="Dark, heavy tabletop games in Discord, one move at a time.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(content_commands.app, name="content")
app.add_typer(match_commands.app, name="match")
app.add_typer(report_commands.app, name="report")
app.add_typer(rating_commands.app, name="ratings")
app.add_typer(database_commands.database, name="database")
app.add_typer(database_commands.backups, name="backup")
# These apps have no name, so their commands are listed beside those of this module.
app.add_typer(database_commands.app)
app.add_typer(computer_commands.app)


def _print_version(requested: bool) -> None:
    if requested:
        typer.echo(f"tenebrae {metadata.version('tenebrae')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Handle the options that need no command."""


def main(commands: typer.Typer = app) -> None:
    """Run a command line. For every expected error, print one sentence and exit with an exit code."""
    try:
        commands()
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
        print(error, file=sys.stderr)
        sys.exit(code)


def _exit_code(error: Exception) -> int | None:
    """Return the exit code for an expected error, or None for an unexpected error."""
    if isinstance(error, StartError):
        return error.code
    from rules.kernel.errors import TenebraeError

    return EXIT_FAILED if isinstance(error, TenebraeError) else None


def _start_settings() -> Settings:
    """Return the settings for starting the bot, and log that it is starting; raises ConfigError."""
    settings = prepare()
    settings.require_token()
    log.info("starting")
    return settings


@contextmanager
def _unreachable_as_sentence() -> Generator[None]:
    """Convert a failed connection to Discord in the `with` block into a StartError, whose message is a sentence."""
    try:
        yield
    except OSError as error:
        log.debug("what failed", exc_info=error)
        raise StartError(DISCORD_UNREACHABLE, EXIT_DISCORD_UNREACHABLE) from error


#: The option `--new` of commands that create the database.
New = Annotated[bool, typer.Option("--new", help="Start with an empty database, even if the previous one is lost.")]


@app.command()
def run(new: New = False) -> None:
    """Run the bot on Discord's gateway; the settings come from the environment and the file .env."""
    settings = _start_settings()
    from bot import wiring
    from bot.discord.run import run as run_bot

    wiring.register()
    with _unreachable_as_sentence():
        run_until_signal(run_bot(settings, new=new))


@app.command()
def serve(new: New = False) -> None:
    """Take interactions from Discord over HTTP, as one of several processes behind a load balancer."""
    settings = _start_settings()
    from bot import wiring
    from bot.discord.serve import serve as serve_bot

    wiring.register()
    with _unreachable_as_sentence():
        run_until_signal(serve_bot(settings, new=new))


@app.command()
def replay(
    number: Annotated[int, typer.Argument(metavar="MATCH", help="The match's number, as /match status shows it.")],
    as_: Annotated[
        str, typer.Option("--as", metavar="spectator|SEAT|all", help="The viewer: a seat's number, from 1.")
    ] = "spectator",
    language: Annotated[str, typer.Option(help="The language of the boards: en, hu or es.")] = "en",
    page: Annotated[Path | None, typer.Option(help="The HTML page to write: every board, with its events.")] = None,
    picture: Annotated[Path | None, typer.Option(help="The animation (WebP) to write: one board per turn.")] = None,
    boards: Annotated[Path | None, typer.Option(help="The folder for all boards, one PNG each.")] = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Allow a seat's or the full view of a match that isn't over.")
    ] = False,
) -> None:
    """Write a match from its start to files: a web page, an animation, or its boards. The bot may be running."""
    from bot.features.replays import cli as replays
    from bot.features.replays.files.export import ANIMATION, HTML_PAGE

    viewer, files = replays.viewer_of(as_), {HTML_PAGE: page, ANIMATION: picture}
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
        str | None, typer.Option(metavar="DATE", help="Only matches that ended on this day (UTC) or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only matches that ended on this day (UTC) or earlier.")
    ] = None,
    results: Annotated[bool, typer.Option("--results", help="Only results, without moves.")] = False,
    names: Annotated[
        bool, typer.Option("--names", help="With names and Discord IDs; otherwise with pseudonyms.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the lines; write nothing.")
    ] = False,
) -> None:
    """Write results and moves of finished matches as JSON Lines. The bot may be running."""
    from bot.cli import export as tool
    from bot.cli import export_lines

    if schema:
        typer.echo(json.dumps(export_lines.schema(), indent=2))
        return
    if out is None:
        raise ConfigError("Give the destination: tenebrae export FOLDER, or NAME.jsonl.")
    if game is not None:
        game_named(game)
    request = tool.Request(game, server, tool.day(since), tool.day(until), names=names, moves=not results)
    tool.write_export(prepare(), request, out, typer.echo, force=force)


@app.command()
def invite() -> None:
    """Print the link that adds the bot to a server, with the permissions it needs."""
    settings = prepare()
    from bot.discord.invite import bot_invitation

    with _unreachable_as_sentence():
        _, link = asyncio.run(bot_invitation(settings))
    typer.echo(link)


class _Person:
    """The user at the terminal."""

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
    locale: Annotated[str | None, typer.Option(help="The default language: en, hu or es.")] = None,
    matches_per_person: Annotated[
        str | None, typer.Option(metavar="N", help="Maximum matches of one person at the same time; 0 for no limit.")
    ] = None,
    matches_per_server: Annotated[
        str | None, typer.Option(metavar="N", help="Maximum matches of a server at the same time; 0 for no limit.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Change an existing file .env without asking.")] = False,
    untried: Annotated[bool, typer.Option("--untried", help="Test neither the token nor the database.")] = False,
) -> None:
    """Write the settings to the file .env in this folder, and ask for those not given as options.

    The token is not shown. Both the token and the database are tested. Other lines of an existing file stay. Without a
    terminal nothing is asked, and the token comes from --token-file or TENEBRAE_TOKEN.
    """
    from bot.cli import init as tool

    logs.set_up("CRITICAL")  # errors are printed as sentences, so no log lines are needed
    options = {"database": database, "locale": locale}
    options |= {"matches_per_person": matches_per_person, "matches_per_server": matches_per_server}
    given = {name: value for name, value in options.items() if value is not None}
    if token_file is not None:
        given["token"] = sys.stdin.read() if str(token_file) == "-" else tool.token_in(token_file)
    tool.init(given, _Person() if sys.stdin.isatty() else None, typer.echo, force=force, untried=untried)


@app.command()
def doctor(
    offline: Annotated[
        bool, typer.Option("--offline", help="Don't ask Discord: check only this machine and the database.")
    ] = False,
    door: Annotated[
        Door | None,
        typer.Option(help="How you start the bot; it decides whether Discord should send presses over HTTP."),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Instead, record Discord's answers in one of your private channels.")
    ] = False,
    channel: Annotated[int | None, typer.Option(metavar="ID", help="With --record: the channel.")] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="With --record: the file to write.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="With --record: don't ask first.")] = False,
) -> None:
    """Check this installation and say how to fix each problem; exits with 1 if there is one.

    It changes nothing, and the bot may be running.
    """
    from bot.cli import doctor as tool

    # Libraries' warnings would only repeat in other words what the findings say.
    logs.set_up("CRITICAL")
    if record:
        if channel is None or to is None:
            raise ConfigError("Give a channel and a file: tenebrae doctor --record --channel ID --to FILE.")
        from bot.cli import doctor_record_command

        doctor_record_command.record(load_settings(None), channel, to, typer.echo, None if yes else typer.confirm)
        return
    if channel is not None or to is not None or yes:
        raise ConfigError("--channel, --to and --yes go with --record.")

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
    """Let the next start register all commands again, if some are missing or you went back to an older version."""
    from bot.cli.transfer_command import give_up_commands

    give_up_commands(prepare())
    typer.echo("The next process that starts registers its commands, whatever its version.")


def _need_playground() -> None:
    if find_spec("simcord") is None or find_spec("linkify_it") is None:
        raise ConfigError(
            "The playground needs more: pip install --require-hashes -r requirements/play.txt, in the source."
        )


@app.command()
def playground(
    port: Annotated[int, typer.Option(help="The page's port.")] = 8420,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the last playground and start over.")] = False,
    folder: Annotated[Path, typer.Option(help="The playground's folder.")] = Path(".playground"),
) -> None:
    """Open the playground: the real bot in a simulated Discord, in your browser, without a token."""
    logs.set_up("WARNING")
    _need_playground()
    from bot.playground.run import run as run_playground

    settings = load_settings(None)
    install_packs(settings)
    run_until_signal(run_playground(settings, folder, port, fresh, typer.echo))


@app.command()
def games() -> None:
    """List the games and their player counts."""
    import rules
    from rules.kernel.words.translation import Translator

    for game in rules.GAMES.values():
        say = Translator("en", ())
        typer.echo(f"{game.id:20} {game.seats[0]}-{game.seats[-1]}  {game.title(say)}: {game.blurb(say)}")


@app.command()
def simulate(
    game: GameId,
    seats: Seats,
    matches: Annotated[int, typer.Option(min=1, help="Number of matches.")] = 10,
    seed: Seed = 0,
    policy: Annotated[str, typer.Option(help="The policy of all seats: random or greedy.")] = "random",
    pack: Pack = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
) -> None:
    """Play matches without Discord and report how they went; exits with 1 if one fails or does not end."""
    from bot.cli.lab import simulation
    from bot.features.packs.authoring import local_pack

    rules_of = game_named(game)
    check_seats(rules_of, seats)
    options = local_pack.options(local_pack.load_pack(game, pack))
    if policy not in simulation.POLICIES:
        raise ConfigError(f"There is no policy {policy!r}; the policies are: {', '.join(simulation.POLICIES)}.")
    report = simulation.simulate(rules_of, seats, matches, seed, policy, progress=not json, options=options)
    typer.echo(report.to_json() if json else report.to_text())
    for line in report.failures:
        typer.echo(line, err=True)
    if report.finished < matches:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def render(
    game: GameId,
    out: Annotated[Path, typer.Option(help="The PNG file to write; an existing one is replaced.")],
    seats: Annotated[int | None, typer.Option(help="Number of players; by default the fewest.")] = None,
    seed: Seed = 0,
    moves: Annotated[int, typer.Option(min=0, help="Number of random moves to make first.")] = 0,
    viewer: Annotated[
        str, typer.Option(help="The viewer: a seat's number, or spectator, who sees the hand of seat 0.")
    ] = "spectator",
    locale: Annotated[str, typer.Option(help="The language: en, hu or es.")] = "en",
    what: Annotated[
        str,
        typer.Option(
            help="board; hand; score, of the match played on to its end; legend;"
            " how, turn, aid or end, a sheet to learn from; or the id of a card or place."
        ),
    ] = "board",
    pack: Pack = None,
) -> None:
    """Draw a match after some random moves, or one card, as a PNG file."""
    from bot.cli import picture_command
    from bot.features.packs.authoring import local_pack

    rules_of = game_named(game)
    seats = rules_of.seats[0] if seats is None else seats
    check_seats(rules_of, seats)
    picture_command.draw(rules_of, seats, seed, moves, viewer, locale, what, out, local_pack.load_pack(game, pack))


@app.command(name="rules")
def rule_ids(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all by default.")] = None,
    uncited: Annotated[bool, typer.Option("--uncited", help="Only the ids that no test cites.")] = False,
    tests: Annotated[Path, typer.Option(help="The tests' folder.")] = Path("tests"),
    html: Annotated[
        bool, typer.Option("--html", help="Write the rules for players as a page to read, one for each language.")
    ] = False,
    out: Annotated[Path, typer.Option(help="The folder for those pages.")] = Path("build/rulebooks"),
) -> None:
    """List the numbered rules of RULES.md. With --uncited, list only those that no test cites, and exit with 1 if there
    are any.

    With --html, write the rules for players to GAME.en.html, GAME.hu.html and GAME.es.html instead.
    """
    import rules
    from bot.features.rulebook import cli as rulebooks

    selected_games = [game_named(game)] if game else list(rules.GAMES.values())
    if html:
        for file in rulebooks.write_pages(selected_games, out):
            typer.echo(f"{file}: {file.stat().st_size // 1000} kB")
        return
    if uncited and not tests.is_dir():
        raise ConfigError(f"There is no folder {tests} with tests here; name it with --tests.")
    uncited_count = 0
    for rules_of in selected_games:
        book = rulebooks.read(rules_of)
        ids = book.uncited(tests) if uncited else book.ids
        uncited_count += len(ids)
        for rule in ids:
            typer.echo(rule)
        if uncited and book.exempt:
            typer.echo(f"{rules_of.id}: {len(book.exempt)} ids are pure reference and exempt.", err=True)
    if uncited and uncited_count:
        typer.echo(
            f"No test cites these rules ({uncited_count}); mark a test of each with @pytest.mark.rule.", err=True
        )
        raise typer.Exit(EXIT_FAILED)
