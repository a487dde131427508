"""Finds texts that name a card of a real game although their reader has never been shown that card."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

import rules
from bot.matches.repository import MatchRepository
from bot.matches.service_results import Position
from rules.kernel.data.actions import to_json
from rules.kernel.data.events import to_json as event_to_json
from rules.kernel.words.translation import Translator
from tests.e2e.visibility_checks import strings
from tests.hostile.hidden_cards import hidden


@cache
def card_names(game: str) -> tuple[re.Pattern[str], dict[str, set[str]]]:
    """Return a pattern for a game's card names, and the ids of cards by name. Names of one word are left out."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for entry in rules.GAMES[game].look_up(Translator("en")):
        if " " in entry.name:
            kinds[entry.name].add(entry.id)
    longest = sorted(kinds, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest)) or r"(?!)"), kinds


@dataclass(eq=False)
class WatchedMatch:
    """A match of a real game: its current position, and the ids of cards that each seat and the public have seen."""

    position: Position
    known: dict[int | None, set[str]] = field(default_factory=lambda: defaultdict(set))

    def goes_on(self, position: Position) -> None:
        """Follow the match to its next position, and record the cards that each viewer sees there."""
        self.position = position
        for viewer, view in position.views.items():
            shown = [*strings(view.model_dump(mode="json"))]
            for event in position.events:
                if event.seen_by(viewer):
                    shown += strings(event_to_json(event))
            self.known[viewer] |= {text.split(".")[0] for text in shown}
        for seat, decision in position.match.decisions().items():
            for action in decision.actions:
                self.known[seat] |= {text.split(".")[0] for text in strings(to_json(action))}
        if position.over:
            # At the end of a match, hands become public, but the order of undrawn cards doesn't.
            finds, kinds = card_names(position.match.game.id)
            lines = position.match.game.uncovered(Translator("en"), position.match)
            self.known[None].update(*(kinds[name] for line in lines for name in finds.findall(line)))

    def leaks(self, viewer: int | None, words: str) -> Iterator[str]:
        """Yield the name of each hidden card that a text mentions although the viewer has never been shown it."""
        finds, kinds = card_names(self.position.match.game.id)
        found = set(finds.findall(words))
        unknown = {name for name in found if not kinds[name] & (self.known[viewer] | self.known[None])}
        if unknown:
            kept = {one.split(".")[0] for one in hidden(self.position.match, viewer)}
            yield from (name for name in sorted(unknown) if kinds[name] & kept)


class HiddenCards:
    """Finds leaked card names in all matches of real games in a simulation."""

    def __init__(self) -> None:
        self.tables: dict[int, WatchedMatch] = {}

    @contextmanager
    def kept(self) -> Iterator[None]:
        """During the block, record every position that a process saves or loads."""
        keep = MatchRepository.remember

        def kept(repo: Any, match_id: int, position: Position) -> None:
            if position.match.game.id in rules.GAMES:
                table = self.tables.setdefault(match_id, WatchedMatch(position))
                if table.position is position or table.position.seq != position.seq:
                    table.goes_on(position)
            keep(repo, match_id, position)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MatchRepository, "remember", kept)
            yield
