"""Commands that measure matches between computers, and fit the weights and prices that computers use."""

from __future__ import annotations

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
        str, typer.Option(help="Numbers of players, with commas, as in 2,3 or 1x900,2; all when left out.")
    ] = "",
    matches: Annotated[int, typer.Option(min=1, help="How many matches for each number of players.")] = 100,
    pairs: Annotated[
        int, typer.Option(min=0, help="How many matches between every two ready decks, instead of numbers of players.")
    ] = 0,
    hard: Annotated[
        int, typer.Option(min=0, help="Hard players, who search with so many iterations, instead of greedy ones.")
    ] = 0,
    seed: Seed = 0,
    pack: Pack = None,
    write: Annotated[bool, typer.Option("--write", help="Write the figures to data/<game>/BALANCE.md.")] = False,
) -> None:
    """Let computers play each other and report who wins how often, with our cards or those of a pack."""
    from bot.cli.lab import balance as tool
    from bot.cli.lab import balance_page
    from bot.features.packs.authoring import local_pack as own_pack

    rules_of = game_named(game)
    if pack is not None and (write or pairs):
        raise ConfigError("--write and --pairs are about our own cards: leave them out with --pack.")
    own_pack.load_pack(game, pack)
    if pairs and len(rules_of.rivals()) < 2:
        raise ConfigError(f"{game} has no ready decks to compare.")
    try:
        series = tool.series(seats or ",".join(map(str, rules_of.seats)), matches)
    except ValueError as error:
        raise ConfigError(f"Numbers of players look like 2,3 or 1x900,2: {seats!r} does not.") from error
    for count, _ in series:
        check_seats(rules_of, count)
    page = tool.page_of_pairs(game, pairs, seed, hard) if pairs else tool.page(game, series, seed, hard, pack)
    if write:
        balance_page.write(game, balance_page.HARD_HEADING if hard else balance_page.GREEDY_HEADING, page)
    typer.echo(page)


def _habits(game: AnyGame, written: str) -> SeriesSettings:
    from bot.cli.lab.postal_series import SeriesSettings

    try:
        return SeriesSettings.read(written, game.orders)
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
    from bot.cli.lab import balance_page
    from bot.cli.lab import postal_series as tool

    habits = [_habits(game_named(game), one) for one in sets or [tool.DEFAULT_SERIES]]
    found = [(one, tool.measure(game, one, matches, seed, workers or None)) for one in habits]
    sets_told = " ".join(f'"{one.name}"' for one in habits)
    command = f"tenebrae post {game} {sets_told} --matches {matches} --seed {seed} --write"
    figures = tool.section(command, matches, found)
    if write:
        balance_page.write(game, balance_page.BY_POST_HEADING, figures)
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
    from bot.cli.lab import match_calendar as tool

    rules_of = game_named(game)
    if lobby:
        file = Path("data") / game / "calendar.json"
        file.write_text(tool.for_lobby(game, matches, workers or None), encoding="utf-8")
        typer.echo(f"Written to {file}.")
        return
    if seats is None:
        raise ConfigError("Say how many play: --seats N.")
    check_seats(rules_of, seats)
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
    pack: Pack = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a line.")] = False,
) -> None:
    """Let two computer players play each other; every start is played from both sides."""
    import time

    from bot.cli.lab import duel as tool
    from bot.computers.evaluators import evaluator_named as known
    from bot.computers.levels import LEVELS
    from bot.computers.search import Budget
    from bot.features.packs.authoring import local_pack as own_pack

    rules_of = game_named(game)
    own_pack.load_pack(game, pack)
    check_seats(rules_of, seats)
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
    for report in tool.duel(game, sides, seats, matches, seed, budget, workers, pack):
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
    outlook: Annotated[
        bool, typer.Option("--outlook", help="Fit what makes a seat likely to win, instead of prices.")
    ] = False,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the file that hard players judge by.")] = False,
) -> None:
    """Improve the weights or prices that hard computers use, by matches between variants, and print them."""
    from bot.cli.lab import fit_weights as tool

    rules_of = game_named(game)
    if outlook:
        _fit_outlook(game, matches, seed, workers, write=write)
        return
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
        check_seats(rules_of, count)
    if min(counts) < 2:
        raise ConfigError("Weights are fitted in matches of two seats at least.")
    text = ""
    for number, found in enumerate(tool.fit(game, counts, rounds, matches, seed, workers), 1):
        made = f"tenebrae fit {game} --rounds {number} --matches {matches} --seats {seats} --seed {seed} --write"
        text = tool.as_json(made, found.weights)
        best = max(found.worth, key=lambda name: abs(found.worth[name]))
        typer.echo(f"round {number} of {rounds}: most was learned of {best}", err=True)
    _give(game, "appraisal.json", text, write=write)


def _give(game: str, file: str, text: str, *, write: bool) -> None:
    """Write fitted values to a file in the game's folder; unless `write`, print them."""
    if write:
        (Path("data") / game / file).write_text(text, "utf-8")
    else:
        typer.echo(text, nl=False)


def _fit_outlook(game: str, matches: int, seed: int, workers: int, *, write: bool) -> None:
    """Fit the weights of features that predict the winner, for a game whose hard computers look ahead."""
    from bot.cli.lab import fit_outlook as tool

    if game_named(game).outlook is None:
        raise ConfigError(f"Hard players of {game} don't look ahead by odds; leave out --outlook.")
    made = f"tenebrae fit {game} --outlook --matches {matches} --seed {seed} --write"
    text = tool.as_json(made, tool.fit(game, matches, seed, workers))
    _give(game, "outlook.json", text, write=write)


def _fit_prices(game: str, start: str, matches: int, seed: int, workers: int, *, write: bool) -> None:
    """Fit the prices of a game that has prices."""
    from bot.cli.lab import fit_prices as tool

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
    _give(game, "prices.json", text, write=write)
