"""The commands `tenebrae ratings ...`: recalculate the ladders from the results of matches, or check them."""

from __future__ import annotations

import typer

from bot.app.startup import prepare

app = typer.Typer(
    help="Ladders, counted from the results of matches. The bot may be running for all of this.",
    no_args_is_help=True,
)


@app.command()
def recount() -> None:
    """Recount all ladders from the results; figures change only if something was wrong."""
    from bot.features.ratings.cli import recount as ratings

    typer.echo(ratings.recount(prepare()))


@app.command()
def check() -> None:
    """Recount all ladders without saving, and exit with 1 if a figure differs from the saved one."""
    from bot.features.ratings.cli import recount as ratings

    lines, equal = ratings.check(prepare())
    for line in lines:
        typer.echo(line)
    if not equal:
        raise typer.Exit(1)
