"""The commands `tenebrae backup`, `tenebrae restore` and `tenebrae database`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bot.app.settings import EXIT_FAILED
from bot.app.startup import prepare
from bot.cli.arguments import database_named

#: The typer app of the command `tenebrae restore`.
app = typer.Typer()
database = typer.Typer(help="The database of all matches.", no_args_is_help=True)


class _FileOrCommand(TyperGroup):
    """A command group that treats `tenebrae backup FILE` as `tenebrae backup write FILE`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command to run and its arguments; the default command is `write`."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["write", *args])


backups = typer.Typer(
    help="Copies of the database: `tenebrae backup FILE` writes one.", cls=_FileOrCommand, no_args_is_help=True
)


@backups.command("write")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
) -> None:
    """Copy the database to one checked file; the bot may be running."""
    from bot.features.backups.cli import backup_functions as tool

    typer.echo(tool.write_backup(prepare(), file))


@backups.command("drill")
def backup_drill(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup; by default the newest scheduled one.")
    ] = None,
) -> None:
    """Restore a backup to a temporary place and play every running match in it to its end; the bot may be running.

    Exits with 1 if a match can't be continued, and with 3 if the backup can't be restored.
    """
    from bot.features.backups.cli import backup_functions as tool

    result = tool.drill(prepare(), file)
    for line in result.lines:
        typer.echo(line)
    if result.failed:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that backup wrote.")],
) -> None:
    """Replace the database by a backup; the old one is kept beside it. The bot must be stopped."""
    from bot.features.backups.cli import backup_functions as tool

    typer.echo(tool.restore_backup(prepare(), file))


@database.command("check")
def database_check() -> None:
    """Read the whole database file and look for damage; the bot may be running."""
    from bot.features.backups.cli import backup_functions as tool

    typer.echo(tool.check_database(prepare()))


@database.command("copy")
def database_copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The database: a file or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The destination: a new file or an empty database.")],
) -> None:
    """Move all matches to another file or between SQLite and PostgreSQL. The bot must be stopped."""
    from bot.features.backups.cli import backup_functions as tool

    prepare()
    typer.echo(tool.copy_database(database_named(source), database_named(target)))
