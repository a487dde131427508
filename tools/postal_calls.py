"""Counts how often players have to be notified in matches by post, for the pages data/<game>/BALANCE.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

import rules
from bot.cli.arguments import GameId, Seed, game_named
from bot.cli.computer_group import series_settings
from bot.cli.lab import balance_file
from bot.cli.lab.postal_series import DEFAULT_SERIES, PostalTable, SeriesDemands, SeriesSettings
from bot.cli.lab.simulation import in_parallel
from bot.cli.main import main
from tools.command_line import command_line


def measure(
    game_id: str, habits: SeriesSettings, matches: int, seed: int = 0, workers: int | None = None
) -> SeriesDemands:
    """Play a series of matches, and return its figures."""
    total = SeriesDemands()
    for found in in_parallel(_play, [(game_id, habits, number) for number in range(seed, seed + matches)], workers):
        total.add(found)
    return total


def _play(game_id: str, habits: SeriesSettings, number: int) -> SeriesDemands:
    """Play one match without any delays, and return its figures."""
    game = rules.GAMES[game_id]
    table = PostalTable(game, game.seats[0], habits, number)
    match, found = table.match, table.demands
    while not match.over:
        table.answer(next(iter(match.decisions())))
    found.rounds = game.round(match.view(None))
    found.reactions = game.reactions(match)
    return found


def section(command: str, matches: int, found: Sequence[tuple[SeriesSettings, SeriesDemands]]) -> str:
    """Return the figures as a section of the page about a game's balance."""
    head = [
        balance_file.BY_POST_HEADING,
        "",
        f"Greedy players, {matches} matches a line, both players together. Standing orders answer first, as in the",
        "service; a call is somebody waited for who was not waited for just before, set-up included. Made by:",
        "",
        f"    {command}",
        "",
    ]
    return "\n".join([*head, *lines(found)]) + "\n"


def lines(found: Sequence[tuple[SeriesSettings, SeriesDemands]]) -> Iterator[str]:
    """Yield the figures as a Markdown table, for both players together."""
    yield "| orders and options | calls a Round | calls a match | decisions a match | reactions a match | Rounds |"
    yield "|---|---|---|---|---|---|"
    for habits, post in found:
        each = [post.pings / post.rounds, *(n / post.matches for n in (post.pings, post.decisions, post.reactions))]
        figures = " | ".join(f"{figure:.1f}" for figure in (*each, post.rounds / post.matches))
        yield f"| `{habits.name}` | {figures} |"


def count_calls(
    game: GameId,
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help='Orders and options, as in "pace=trust plan:pay"; "usual" by default.'),
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches for each set.")] = 40,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the figures into data/<game>/BALANCE.md.")] = False,
) -> None:
    """Count how often players are called by post, with these standing orders and options."""
    series = [series_settings(game_named(game), one) for one in sets or [DEFAULT_SERIES]]
    found = [(one, measure(game, one, matches, seed, workers or None)) for one in series]
    quoted_sets = " ".join(f'"{one.name}"' for one in series)
    command = f"python -m tools.postal_calls {game} {quoted_sets} --matches {matches} --seed {seed} --write"
    figures = section(command, matches, found)
    if write:
        balance_file.write(game, balance_file.BY_POST_HEADING, figures)
    typer.echo(figures)


app = command_line(count_calls)

if __name__ == "__main__":
    main(app)
