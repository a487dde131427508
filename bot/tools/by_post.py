"""Measure how much a game asks of its players by post: greedy players play, and standing orders answer first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import rules
from bot.computers.levels import greedily
from bot.tools.simulation import CAP, NeverEnds, in_parallel
from rules.kernel.engine.match import Match

#: The name of the orders that everybody starts with.
USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a series is played: match options, and the orders of both seats (None: those everybody starts with)."""

    name: str
    options: dict[str, str]
    orders: tuple[str, ...] | None

    @classmethod
    def read(cls, written: str) -> Habits:
        """Read "pace=trust plan:pay draw:heretic": options have "=", orders have ":"; "usual" are the usual orders."""
        words = written.split()
        options = dict(word.split("=", 1) for word in words if "=" in word)
        orders = tuple(word for word in words if ":" in word)
        if any("=" not in word and ":" not in word and word not in (USUAL, "none") for word in words):
            raise ValueError(written)
        return cls(written, options, None if USUAL in words or not (orders or "none" in words) else orders)


@dataclass
class Post:
    """What a series asked of both players together."""

    matches: int = 0
    rounds: int = 0
    #: How often somebody was waited for who was not waited for just before.
    calls: int = 0
    #: Answers that a player gave, and those that an order gave.
    decisions: int = 0
    ordered: int = 0
    reactions: int = 0
    #: Calls and answers that a player gave, by question.
    called: Counter[str] = field(default_factory=Counter[str])
    asked: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: Post) -> None:
        """Add the figures of more matches."""
        self.matches += other.matches
        self.rounds += other.rounds
        self.calls += other.calls
        self.decisions += other.decisions
        self.ordered += other.ordered
        self.reactions += other.reactions
        self.called += other.called
        self.asked += other.asked


def measure(game_id: str, habits: Habits, matches: int, seed: int = 0, workers: int | None = None) -> Post:
    """Play a series; return what it asked."""
    total = Post()
    for found in in_parallel(_play, [(game_id, habits, number) for number in range(seed, seed + matches)], workers):
        total.add(found)
    return total


def _play(game_id: str, habits: Habits, number: int) -> Post:
    """Play one match as the service does: orders answer before anybody is asked."""
    game = rules.GAMES[game_id]
    match = game.new(game.seats[0], number, habits.options)
    usual = game.default_orders(match) if habits.orders is None else habits.orders
    orders = {seat: list(usual) for seat in range(match.state.seats)}
    rng = random.Random(number)
    found = Post(matches=1)
    waited: set[int] = set()
    for _ in range(CAP):
        if match.over:
            break
        if _answered(match, orders, found):
            continue
        deciding = set(match.decisions())
        for new in deciding - waited:
            found.calls += 1
            found.called[match.decisions()[new].prompt.key] += 1
        waited = deciding
        seat, decision = next(iter(match.decisions().items()))
        found.decisions += 1
        found.asked[decision.prompt.key] += 1
        match.apply(seat, greedily(match, seat, decision, rng))
        orders = {seat: game.standing(match, seat, left) for seat, left in orders.items()}
    else:
        raise NeverEnds(f"more than {CAP} decisions")
    found.rounds = game.round(match.view(None))
    found.reactions = game.reactions(match)
    return found


def _answered(match: Match[Any], orders: dict[int, list[str]], found: Post) -> bool:
    """Let an order answer, if one does."""
    game = match.game
    for seat, decision in match.decisions().items():
        action = game.ordered(match, seat, orders[seat])
        if action is not None and action in decision.actions:
            match.apply(seat, action)
            found.ordered += 1
            for other, left in orders.items():
                orders[other] = game.standing(match, other, left)
            return True
    return False


#: The heading of these figures on a game's page of its balance.
HEADING = "## By post"


def split(page: str) -> tuple[str, str]:
    """Return a page of a game's balance in two parts: what comes before these figures, and they themselves."""
    before, heading, figures = page.partition(HEADING)
    return before.rstrip() + "\n", f"\n{heading}{figures}" if heading else ""


def section(command: str, matches: int, found: Sequence[tuple[Habits, Post]]) -> str:
    """Return the figures as they stand at the end of that page."""
    head = [
        HEADING,
        "",
        f"Greedy players, {matches} matches a line, both players together. Standing orders answer first, as in the",
        "service; a call is somebody waited for who was not waited for just before, set-up included. Made by:",
        "",
        f"    {command}",
        "",
    ]
    return "\n" + "\n".join([*head, *lines(found)]) + "\n"


def lines(found: Sequence[tuple[Habits, Post]]) -> Iterator[str]:
    """Yield the figures as Markdown; both players are counted together."""
    yield "| orders and options | calls a Round | calls a match | decisions a match | reactions a match | Rounds |"
    yield "|---|---|---|---|---|---|"
    for habits, post in found:
        each = [post.calls / post.rounds, *(n / post.matches for n in (post.calls, post.decisions, post.reactions))]
        figures = " | ".join(f"{figure:.1f}" for figure in (*each, post.rounds / post.matches))
        yield f"| `{habits.name}` | {figures} |"
