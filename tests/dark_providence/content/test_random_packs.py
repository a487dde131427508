"""Whole matches of packs made at random: nothing crashes, dead-ends, is lost or tells what is hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.dark_providence.content import load as content
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.ops import Op
from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.state import Providence
from rules.kernel.words.text import Say
from tests.conformance.conservation import dark_providence as conserved
from tests.conformance.leaks import compare
from tests.dark_providence.random_packs import write
from tests.dark_providence.table import GAME
from tests.table import numbers

#: Packs of `make test`, and with those of `make soak`.
PACKS, MANY = 5, 60
#: No match may take more decisions than this, however much a pack gives away.
CAP = 6000
#: A position is looked at, and compared with a world that looks the same, at every so many decisions.
LOOKED, COMPARED = 31, 9
SAY = Say("en", ["Ana", "Bo", "Cy", "Di", "Eva"])


def look(match: Providence) -> None:
    """Save and load the match."""
    again = GAME.load(match.dump())
    assert again.dump() == match.dump()
    assert again.decisions() == match.decisions()


def steps(match: Providence, rng: random.Random) -> Iterator[int]:
    """Play at random to the end; yield the number of each decision before it is made."""
    for number in range(CAP):
        if match.over:
            return
        offers = match.decisions()
        assert offers, "nobody can act and the match is not over"
        for offer in offers.values():
            assert offer.actions, "a decision without actions"
            assert len(set(offer.actions)) == len(offer.actions), "an action is offered twice"
        yield number
        seat = rng.choice(sorted(offers))
        actions = offers[seat].actions
        tired = EndTurn() in actions and rng.random() < 0.2
        for event in match.apply(seat, EndTurn() if tired else rng.choice(actions)):
            GAME.event_line(SAY, event)
    raise AssertionError("the match never ended")


def play(match: Providence, rng: random.Random) -> None:
    """Play to the end, and look at what everybody may know on the way."""
    asked = Counter[str]()
    everybody: list[Any] = [None, *range(match.state.seats)]
    for number in steps(match, rng):
        conserved(match)
        if number % LOOKED == 0:
            look(match)
        for offer in match.decisions().values():
            asked[offer.prompt.key] += 1
            new = asked[offer.prompt.key] <= 2
            if new or number % COMPARED == 0:
                compare(match, everybody[number % len(everybody)], rng, told=new)


@pytest.mark.parametrize("number", numbers(PACKS, MANY))
def test_a_random_pack_plays_to_the_end_and_tells_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"pack {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("odd", write(rng, tmp_path / "odd"))
    match = GAME.new(number % 5 + 1, f"odd {number}", {"pack": "odd"})
    play(match, rng)
    conserved(match)
    assert match.result is not None


def test_random_packs_use_every_verb(tmp_path: Path) -> None:
    pack = content.load(write(random.Random("verbs"), tmp_path / "odd"))
    cards = [*pack.starting.values(), *pack.cards.values(), *pack.mythos.values()]
    assert {type(op) for card in cards for op in ops_of(card.powers)} == set(get_args(get_args(Op)[0]))
