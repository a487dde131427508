"""Fits the numbers that hard computer players use to evaluate positions (docs/computers.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.app.settings import ConfigError
from bot.cli.arguments import GameId, Seed, check_seats, game_named
from bot.cli.main import main
from tools import fit_outlook, fit_prices, fit_weights
from tools.command_line import command_line


def fit(
    game: GameId,
    matches: Annotated[int, typer.Option(min=2, help="Matches per round.")] = 260,
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; each changes the weights.")] = 1,
    seats: Annotated[str, typer.Option(help="Numbers of players, like 2,3; matches take turns.")] = "2",
    start: Annotated[str, typer.Option(help="Initial prices instead of the manual ones: gold=0.8,card=0.5.")] = "",
    outlook: Annotated[bool, typer.Option("--outlook", help="Fit a seat's winning odds instead of prices.")] = False,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write the file of weights for hard players.")] = False,
) -> None:
    """Let computers play each other, fit the weights, prices or odds of hard players to the results, and print them."""
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
    for number, found in enumerate(fit_weights.fit(game, counts, rounds, matches, seed, workers), 1):
        made = f"python -m tools.fit {game} --rounds {number} --matches {matches} --seats {seats} --seed {seed} --write"
        text = fit_weights.as_json(made, found.weights)
        best = max(found.worth, key=lambda name: abs(found.worth[name]))
        typer.echo(f"round {number} of {rounds}: most was learned of {best}", err=True)
    _give(game, "appraisal.json", text, write=write)


def _give(game: str, file: str, text: str, *, write: bool) -> None:
    """Write fitted values to a file in the game's folder. Unless `write`, print them instead."""
    if write:
        (Path("data") / game / file).write_text(text, "utf-8")
    else:
        typer.echo(text, nl=False)


def _fit_outlook(game: str, matches: int, seed: int, workers: int, *, write: bool) -> None:
    """Fit the weights of the features that predict the winner, for a game whose hard computers look ahead."""
    if game_named(game).outlook is None:
        raise ConfigError(f"Hard players of {game} don't look ahead by odds; leave out --outlook.")
    made = f"python -m tools.fit {game} --outlook --matches {matches} --seed {seed} --write"
    text = fit_outlook.as_json(made, fit_outlook.fit(game, matches, seed, workers))
    _give(game, "outlook.json", text, write=write)


def _fit_prices(game: str, start: str, matches: int, seed: int, workers: int, *, write: bool) -> None:
    """Fit the prices of a game that has prices."""
    known, begun = fit_prices.pricing_of(game).by_hand, dict[str, float]()
    try:
        for name, _, price in (part.partition("=") for part in start.split(",") if part):
            begun[name] = float(price)
    except ValueError:
        raise ConfigError(f"--start is as gold=0.8,card=0.5, not {start!r}.") from None
    for name in begun.keys() - known.keys():
        raise ConfigError(f"{game} has no price {name!r}; its prices are: {', '.join(known)}.")
    for name, price in (known | begun).items():
        if not price:
            raise ConfigError(f"A price of 0 can't be fitted; give an initial one: --start {name}=0.5.")
    found = fit_prices.fit(game, begun, matches, seed, workers)
    for name, (worth, error) in sorted(found.worth.items(), key=lambda one: -abs(one[1][0] / one[1][1])):
        typer.echo(f"{name}: {worth:+.3f} ({error:.3f}) for a difference of 1, now {found.prices[name]:g}", err=True)
    begins = f" --start {start}" if start else ""
    made = f"python -m tools.fit {game}{begins} --matches {matches} --seed {seed} --write"
    text = fit_prices.as_json(made, found.prices)
    _give(game, "prices.json", text, write=write)


app = command_line(fit)

if __name__ == "__main__":
    main(app)
