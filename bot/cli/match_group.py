"""The commands `tenebrae match ...`, which show, repair, export, import and play matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.app.settings import EXIT_FAILED, load_settings
from bot.app.startup import install_packs, prepare
from bot.cli.arguments import OwnPack

app = typer.Typer(
    help="Matches in the database. show, verify and check-all only read, so the bot may be running;"
    " for rewind, export and import it must be stopped, unless the database is on a server."
    " play is for files and new matches.",
    no_args_is_help=True,
)

Number = Annotated[int, typer.Argument(metavar="MATCH", help="The match's number, as /match status shows it.")]


@app.command()
def show(
    number: Number,
    entries: Annotated[int, typer.Option(min=1, help="Number of recent journal entries to show.")] = 10,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Also show hidden cards and the report of a fault.")
    ] = False,
) -> None:
    """Show the players, whose turn it is, and the last entries. The bot may be running."""
    from bot.cli import match_commands

    for line in match_commands.show(prepare(), number, entries, secrets):
        typer.echo(line)


@app.command()
def verify(number: Number) -> None:
    """Replay a match from its journal and compare the positions. Print each fault, and exit with 1 if there is one. The
    bot may be running.
    """
    from bot.cli import match_commands

    found = match_commands.findings(prepare(), number)
    for line in found.faults:
        typer.echo(line, err=True)
    if found.note:
        typer.echo(found.note)
    if found.faults:
        raise typer.Exit(EXIT_FAILED)
    typer.echo(f"Match {number} is intact.")


@app.command()
def rewind(
    number: Number,
    to: Annotated[int, typer.Option(help="The number of the journal entry to go back to, as show lists them.")],
    reason: Annotated[str, typer.Option(help="Why. The journal keeps it; players don't see it.")],
) -> None:
    """Set a match back to an earlier position; a frozen match continues from there.

    The bot must be stopped, unless the database is on a server.
    """
    from bot.cli import match_commands

    typer.echo(match_commands.rewind(prepare(), number, to, reason))


@app.command()
def export(
    number: Number,
    out: Annotated[Path, typer.Option(help="The file to write; it holds every secret of the match.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    own_pack: OwnPack = False,
) -> None:
    """Write a match to a file and note it in the journal.

    The bot must be stopped, unless the database is on a server.
    """
    from bot.cli import transfer_command

    typer.echo(transfer_command.export(prepare(), number, out, force, own_pack))


@app.command(name="import")
def adopt(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of match export, simulate or soak.")],
    guild: Annotated[int, typer.Option(help="The server's id.")],
    channel: Annotated[int, typer.Option(help="The id of the channel to play in.")],
    players: Annotated[str, typer.Option(help="id:name,id:name in the order of the seats.")],
    locale: Annotated[str, typer.Option(help="The channel's language: en, hu or es.")] = "en",
) -> None:
    """Import a match from a file into a channel, where it continues.

    The bot must be stopped, unless the database is on a server.
    """
    from bot.cli import transfer_command

    typer.echo(f"Match {transfer_command.adopt(prepare(), file, guild, channel, players, locale)} is on the table.")


@app.command()
def check_all(
    times: Annotated[int, typer.Option(min=1, help="Number of times to play each match to its end.")] = 1,
) -> None:
    """Play every running match to its end in memory, as a check before an upgrade. Nothing is written.

    Exits with 1 if a match can't be continued. The bot may be running, even an older version.
    """
    from bot.cli import match_commands

    trial = match_commands.check_all(prepare(), times)
    for line in trial.lines:
        typer.echo(line)
    typer.echo(trial.sum)
    if trial.failed:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def play(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="A file of match export, simulate, soak or tests/saves; or a game's id, for a new match.",
        ),
    ],
    seats: Annotated[int | None, typer.Option(help="Players of a new match; by default the fewest.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of a new match, and of actions taken at random.")] = 0,
    locale: Annotated[str, typer.Option(help="The language of the texts: en, hu or es.")] = "en",
) -> None:
    """Play a match in the terminal, for all its seats; `help` lists the commands. The database is not used."""
    from bot.cli import match_shell

    install_packs(load_settings())
    match_shell.play(source, seats, seed, locale)
