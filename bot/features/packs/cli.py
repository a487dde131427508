"""The commands `tenebrae content ...` for authors of content packs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.app.host_packs import printable
from bot.app.settings import EXIT_FAILED, ConfigError
from bot.cli.arguments import GameId, game_named
from bot.cli.shutdown import run_until_signal
from rules.kernel.errors import ContentError

app = typer.Typer(help="Content packs: cards, locations and set-ups as JSON and sheets.", no_args_is_help=True)
#: The command option that names the game of a pack.
PackGame = Annotated[
    str | None,
    typer.Option(metavar="GAME", help="The pack's game; by default the one that a folder on its path names."),
]


@app.command(name="new")
def content_new(
    game: GameId,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The pack's new folder.")],
) -> None:
    """Create a starter pack: examples of each kind of card with remarks on every field, and sheets."""
    from bot.features.packs.authoring import starter_pack

    for path in starter_pack.write(game_named(game), folder):
        typer.echo(path)


@app.command(name="preview")
def content_preview(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A pack's folder.")],
    game: PackGame = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The page's port; 0 for any.")] = 8430,
) -> None:
    """Show every card of a pack in your browser: its picture, its texts in three languages, and its faults.

    Only this machine can open the page. It reloads when you save a file.
    """
    from bot.features.packs.authoring import preview_server
    from bot.features.packs.authoring.pack_check import game_of

    run_until_signal(preview_server.run(folder, game_of(folder, game_named(game) if game else None), port, typer.echo))


@app.command(name="diff")
def content_diff(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A pack's folder.")],
    other: Annotated[
        Path | None, typer.Argument(metavar="OTHER", help="The pack to compare with; by default the built-in one.")
    ] = None,
    game: PackGame = None,
) -> None:
    """Show how a pack differs from ours or another one: cards added, removed and changed, field by field.

    Exits with 0 if nothing differs, with 1 if something differs, and with 2 if a pack can't be read.
    """
    from bot.features.packs.authoring import pack_diff as pack_diff

    try:
        lines = list(pack_diff.differences(folder, other, game_named(game) if game else None))
    except ContentError as error:
        raise ConfigError(printable(f"A pack can't be read: {str(error).splitlines()[0]}.")) from error
    for line in lines:
        typer.echo(line)
    if lines:
        raise typer.Exit(EXIT_FAILED)
    typer.echo("Nothing differs.", err=True)


@app.command(name="check")
def content_check(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="A pack's folder; by default the built-in packs."),
    ] = None,
    game: PackGame = None,
) -> None:
    """Check content packs; prints each fault with its file and place, and exits with 1 if there is any.

    For a valid pack it prints one line with its contents. If a pack can't be read, for example because the folder
    doesn't exist, it prints one sentence and exits with 2.
    """
    from bot.features.packs.authoring import pack_check

    faults = 0
    for line in pack_check.check(path, game_named(game) if game else None):
        typer.echo(line.text, err=not line.good)
        faults += not line.good
    if faults:
        raise typer.Exit(EXIT_FAILED)
