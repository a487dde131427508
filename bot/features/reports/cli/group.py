"""The commands `tenebrae report ...`: problems that players reported, and the operator's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.app.startup import prepare
from bot.cli.arguments import OwnPack

app = typer.Typer(
    help="Players' reports about matches. The bot may be running for all of this.",
    no_args_is_help=True,
)

Number = Annotated[int, typer.Argument(metavar="REPORT", help="The report's number, as list shows it.")]


@app.command(name="list")
def listed(
    every: Annotated[bool, typer.Option("--all", help="Also list answered reports.")] = False,
) -> None:
    """List the unanswered reports."""
    from bot.features.reports.cli import report_functions as reports

    for line in reports.listed(prepare(), every) or ["No reports to answer."]:
        typer.echo(line)


@app.command()
def show(number: Number) -> None:
    """Show a report: its author, text, match and entry, and the answer."""
    from bot.features.reports.cli import report_functions as reports

    for line in reports.show(prepare(), number):
        typer.echo(line)


@app.command()
def answer(
    number: Number,
    text: Annotated[str, typer.Option(help="The answer to the report's author.")],
) -> None:
    """Answer a report: its author gets the answer by private message or, if that fails, with their next command."""
    from bot.features.reports.cli import report_functions as reports

    typer.echo(reports.answer(prepare(), number, text))


@app.command()
def file(
    number: Number,
    out: Annotated[Path, typer.Option(help="The file to write; it holds every secret of the match.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    own_pack: OwnPack = False,
) -> None:
    """Write the match of a report to a file, as it was when the problem was reported (like match export)."""
    from bot.features.reports.cli import report_functions as reports

    typer.echo(reports.file(prepare(), number, out, force, own_pack))
