"""The commands that measure matches between computer players."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.app.settings import ConfigError
from bot.cli.arguments import GameId, Pack, Seats, Seed, check_seats, game_named

if TYPE_CHECKING:
    from bot.cli.lab.postal_series import SeriesSettings
    from rules.kernel.game import AnyGame

app = typer.Typer()


@app.command()
def balance(
    game: GameId,
    seats: Annotated[
        str, typer.Option(help="Numbers of players, separated by commas, like 2,3 or 1x900,2; all by default.")
    ] = "",
    matches: Annotated[int, typer.Option(min=1, help="Matches for each number of players.")] = 100,
    pairs: Annotated[
        int, typer.Option(min=0, help="Matches between every two ready-made decks, instead of numbers of players.")
    ] = 0,
    hard: Annotated[
        int, typer.Option(min=0, help="Use hard players that search with this many iterations, instead of greedy ones.")
    ] = 0,
    seed: Seed = 0,
    pack: Pack = None,
    write: Annotated[bool, typer.Option("--write", help="Write the figures to data/<game>/BALANCE.md.")] = False,
) -> None:
    """Let computer players play each other and report how often each seat wins, with the built-in cards or a pack's."""
    from bot.cli.lab import balance as tool
    from bot.cli.lab import balance_file
    from bot.features.packs.authoring import local_pack

    rules_of = game_named(game)
    if pack is not None and (write or pairs):
        raise ConfigError("--write and --pairs need our own cards: leave them out with --pack.")
    local_pack.load_pack(game, pack)
    if pairs and len(rules_of.rivals()) < 2:
        raise ConfigError(f"{game} has no ready-made decks to compare.")
    try:
        series = tool.series(seats or ",".join(map(str, rules_of.seats)), matches)
    except ValueError as error:
        raise ConfigError(f"Numbers of players look like 2,3 or 1x900,2, not {seats!r}.") from error
    for count, _ in series:
        check_seats(rules_of, count)
    page = tool.page_of_pairs(game, pairs, seed, hard) if pairs else tool.page(game, series, seed, hard, pack)
    if write:
        balance_file.write(game, balance_file.HARD_HEADING if hard else balance_file.GREEDY_HEADING, page)
    typer.echo(page)


def series_settings(game: AnyGame, written: str) -> SeriesSettings:
    """Return the standing orders and match options that the user has typed; raises ConfigError."""
    from bot.cli.lab.postal_series import SeriesSettings

    try:
        return SeriesSettings.read(written, game.orders)
    except ValueError as error:
        raise ConfigError(f"Orders have a colon and options an equals sign: {error.args[0]!r} has neither.") from error


@app.command()
def calendar(
    game: GameId,
    seats: Annotated[int | None, typer.Option(help="Number of players; with --lobby, every number.")] = None,
    visits_a_day: Annotated[float, typer.Option(help="Visits per player and day, on average.")] = 4,
    zones: Annotated[
        str, typer.Option(help='Time zones of the players, like "Europe/Budapest,UTC"; seats take turns.')
    ] = "UTC",
    waking: Annotated[str, typer.Option(help="When players look in, in hours of their own clocks.")] = "8-22",
    orders: Annotated[str, typer.Option(help='Orders and options, like "pace=trust plan:pay".')] = "usual",
    matches: Annotated[int, typer.Option(min=1, help="Number of matches, without and with orders.")] = 20,
    strength: Annotated[
        int, typer.Option(min=0, help="Matches that measure the cost of planning in strength; 0 for none.")
    ] = 100,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")] = False,
    lobby: Annotated[
        bool, typer.Option("--lobby", help="Write data/<game>/calendar.json: the days and visits that the lobby shows.")
    ] = False,
) -> None:
    """Measure the days, visits and pings of matches by post between people who visit at random times."""
    from bot.cli.lab import match_duration as tool
    from bot.cli.lab import planning_strength

    rules_of = game_named(game)
    if lobby:
        file = Path("data") / game / "calendar.json"
        file.write_text(tool.for_lobby(game, matches, workers or None), encoding="utf-8")
        typer.echo(f"Written to {file}.")
        return
    if seats is None:
        raise ConfigError("Give the number of players: --seats N.")
    check_seats(rules_of, seats)
    try:
        routine = tool.Routine.read(visits_a_day, zones, waking)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    habits = series_settings(rules_of, orders)
    report = tool.measure(game, seats, habits, routine, matches, seed, workers or None)
    shown, facts = [report.to_text()], report.facts()
    if habits.plans and seats > 1 and strength:
        cost = planning_strength.measure(game, seats, habits, routine, strength, seed, workers or None)
        shown, facts = [*shown, "", cost.to_text()], facts | {"planning": cost.facts()}
    typer.echo(dumps(facts) if json else "\n".join(shown))


@app.command()
def duel(
    game: GameId,
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="easy, normal or hard.")],
    other: Annotated[str, typer.Argument(metavar="LEVEL", help="The level to play against.")],
    matches: Annotated[int, typer.Option(min=1, help="Number of matches.")] = 200,
    seats: Seats = 2,
    seed: Seed = 0,
    mind: Annotated[
        str, typer.Option(help="How the first judges and searches: now, old, or a JSON file; by default as its level.")
    ] = "",
    against: Annotated[str, typer.Option(help="The same for the other; --against old is the earlier hard.")] = "",
    thinking: Annotated[float, typer.Option(min=0, help="Processor seconds per choice of hard.")] = 0.05,
    iterations: Annotated[int, typer.Option(min=0, help="Iterations instead of seconds: same on every machine.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    pack: Pack = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a line.")] = False,
) -> None:
    """Let two computer players play each other. Every start position is played from both sides."""
    import time

    from bot.cli.lab import duel as tool
    from bot.computers.evaluators import evaluator_named as known
    from bot.computers.policies import LEVELS
    from bot.computers.tree_search import Budget
    from bot.features.packs.authoring import local_pack

    rules_of = game_named(game)
    local_pack.load_pack(game, pack)
    check_seats(rules_of, seats)
    if seats < 2:
        raise ConfigError("A duel needs at least two seats.")
    for one in (level, other):
        if one not in LEVELS:
            raise ConfigError(f"There is no level {one!r}; the levels are: {', '.join(LEVELS)}.")
    for one in (mind, against):
        if one:
            known(rules_of, one)
    budget = Budget(iterations=iterations) if iterations else Budget(thinking, clock=time.thread_time)
    report, sides = None, (tool.Duellist(level, mind), tool.Duellist(other, against))
    for report in tool.duel(game, sides, seats, matches, seed, budget, workers, pack):
        if not json and report.matches % 20 == 0 and report.matches < matches:
            typer.echo(report.to_text(), err=True)
    assert report is not None
    typer.echo(report.to_json() if json else report.to_text())
