"""Plays many random matches of every game with every player count (`make soak`)."""

from __future__ import annotations

from typing import Annotated

import typer

import rules
from bot.app.settings import EXIT_FAILED
from bot.cli.arguments import Seed
from bot.cli.lab import simulation
from bot.cli.main import main
from tools.command_line import command_line


def soak(
    matches: Annotated[int, typer.Option(min=1, help="Matches per game and number of seats.")] = 500,
    seed: Seed = 0,
) -> None:
    """Play many random matches of every game at every number of seats; exits with 1 if one fails."""
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


app = command_line(soak)

if __name__ == "__main__":
    main(app)
