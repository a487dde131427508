"""The panel alone is enough to play a match: its pages offer every legal action of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import ui

import rules
from bot.discord.match_context import MatchContext
from bot.discord.ui import paging
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import Position, Table
from bot.table.play import panel, panel_choices
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from tests.conformance.random_play import new, walk
from tests.discord.ui.test_limits import NAMES, info_of
from tests.saves.corpus import corpus

#: Number of random matches per player count that are searched for positions with each kind of action.
MATCHES = 12
#: For each game: the tests' content pack with cards that ask questions no built-in card asks, and the options that
#: select the pack.
PACKS = {"edge_of_darkness": ("known_of_the_box", {"setup": "known"})}


def positions(game: str) -> Iterator[tuple[Match[Any], bool]]:
    """Yield positions, and whether to check all seats or only those that are offered a new kind of action."""
    yield from ((rules.GAMES[game].load(saved.data), True) for saved in corpus(game))
    if game in PACKS:
        yield from ((match, False) for match in pack_positions(game, *PACKS[game]))
    for number in range(MATCHES):
        for seats in rules.GAMES[game].seats:
            match = new(game, seats, number)
            yield from ((match, False) for _ in walk(match, number))


def pack_positions(game: str, name: str, options: dict[str, Any]) -> Iterator[Match[Any]]:
    """Yield every position of random matches that use one of the tests' content packs."""
    rules.GAMES[game].add_pack(name, Path("tests", "packs", game, name))
    for number in range(MATCHES):
        match = rules.GAMES[game].new(max(rules.GAMES[game].seats), f"pack {number}", {**options, "pack": name})
        yield from (match for _ in walk(match, number))


def offered(ctx: MatchContext) -> set[str]:
    """Return the action tokens of the panel's buttons and menus, on all pages."""
    found: set[str] = set()
    pages, met = [panel.first_page(ctx, panel.RecentEvents())], set[tuple[int, int]]()
    while pages:
        further = set[tuple[int, int]]()
        for item in pages.pop().view().walk_children():
            if isinstance(item, ui.Button) and not item.disabled:
                _, verb, *args = (item.custom_id or "").split(":")
                if verb == ctx.act:
                    found.add(args[-1])
                elif verb == "group":
                    further.add((int(args[3]), int(args[4])))
            elif isinstance(item, ui.Select):
                group = item.custom_id.split(":")[5]
                for value in panel_choices.split_values([option.value for option in item.options])[0]:
                    if value == paging.MORE:
                        further.add((int(group), 0))
                    elif value.startswith("g"):
                        further.add((int(value[1:]), 0))
                    else:
                        found.add(value)
        pages += [panel.group_page(ctx, *page) for page in further - met]
        met |= further
    return found


def check(match: Match[Any], seat: int) -> None:
    """Assert that the pages of a seat's panel offer exactly the seat's legal actions."""
    info, reader = info_of(match.game, match.state.seats, "en"), ReaderContext("en", NAMES[: match.state.seats])
    ctx = MatchContext(None, Table(info, Position.from_match(match, 1, ())), 1, seat, reader)  # type: ignore[arg-type]
    found = offered(ctx)
    assert found == {choice.token for choice in panel_choices.choices(ctx)}
    assert {panel_choices.find_choice(ctx, token).action for token in found} == {*match.decisions()[seat].actions}


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_kind_of_action_is_offered_by_the_panel(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if (packs := rules.GAMES[game].packs) is not None:
        monkeypatch.setattr(packs, "added", {})
    left: set[type[Action]] = set(rules.GAMES[game].actions)
    for match, all_seats in positions(game):
        for seat, decision in match.decisions().items():
            news = left.intersection(map(type, decision.actions))
            if news or all_seats:
                check(match, seat)
            left -= news
        if not left and not all_seats:
            return
    raise AssertionError(f"no position offers {sorted(kind.verb for kind in left)}: keep one in tests/saves")
