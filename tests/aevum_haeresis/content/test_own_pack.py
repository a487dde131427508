"""Thirty cards as an owner of a real set would enter them in CSV and JSON. They load, and computers can play them."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.cli.lab.simulation import greedy_policy
from rules.aevum_haeresis.content import load as content
from rules.aevum_haeresis.content.printed_card_values import card_value
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.flow.setup import laid_out, number_in_order
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.content.pack_faults import ContentError
from rules.kernel.engine.match import Match

PACK = Path(__file__).parents[2] / "packs" / "aevum_haeresis" / "from_the_rulebook"
#: Maximum number of decisions in a match.
CAP = 3000


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Haeresis:
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("own", PACK)
    deck = content.pack("own").decks["the_hollow_hill"]
    state = laid_out(2, "own", Options(pack="own"), (deck, deck), number_in_order)
    match = Match[Any](GAME, state)
    match.start()
    return match


def test_sheet_and_json_make_thirty_cards_of_every_type(match: Haeresis):
    own = [card for name, card in match.content.cards.items() if name not in content.base().cards]
    assert len(own) == 30
    assert {card.type for card in own} == {"damned", "camp", "location", "heretic", "story", "event", "hunter"}


def test_computers_play_them_to_the_end(match: Haeresis):
    rng, heard = random.Random(7), Counter[str]()
    for _ in range(CAP):
        if match.over:
            break
        seat, decision = next(iter(sorted(match.decisions().items())))
        heard.update(event.body.kind for event in match.apply(seat, greedy_policy(match, seat, decision, rng)))
    assert match.result is not None
    assert min(heard["set_off"], heard["countered"], heard["rolled"]) > 0


def test_a_counted_amount_is_worth_more_the_more_there_is_for_each(match: Haeresis):
    def judged(**counted: Any) -> float:
        mill = {"op": "mill", "count": {"count": "heretics", **counted}}
        strengthen = {"op": "modify", "stat": "damage", "amount": {"count": "heretics", **counted}, "until": "round"}
        card = Card.model_validate(named("bell", type="event", do=[mill, strengthen], duration="round"))
        return card_value(replace(match.content, cards={"bell": card}), "bell")

    assert judged(most=1) < judged() < judged(each=2) < judged(each=2, plus=1)


def write_pack(folder: Path, **files: list[dict[str, Any]]) -> Path:
    """Write a pack with these files that extends the base pack. Return its folder."""
    name = dict.fromkeys(("en", "hu", "es"), "Own")
    (folder / "pack.json").write_text(json.dumps({"name": name, "game": GAME.id, "base": "base"}))
    for name, cards in files.items():
        (folder / f"{name}.json").write_text(json.dumps(cards))
    return folder


def named(card: str, **fields: Any) -> dict[str, Any]:
    return {"id": card, "name": {language: f"{card} {language}" for language in ("en", "hu", "es")}, **fields}


def test_a_check_tells_that_our_boosters_do_not_fit_a_pack(tmp_path: Path):
    dead = named("sleeper", type="heretic", health=2, icons={"plunder": 1}, background=True)
    call = named("summons", type="event", rarity="common", do=[{"op": "call", "card": "sleeper"}])
    assert content.check(write_pack(tmp_path, neutral=[dead])).endswith("Sealed and draft are available.")
    assert "aren't available: our boosters don't fit it (besides: lacks sleeper, which summons calls)" in content.check(
        write_pack(tmp_path, neutral=[dead, call])
    )


def test_an_id_of_ours_in_another_faction_is_told_with_where_ours_is(tmp_path: Path):
    doctor = named("plague_doctor", type="heretic", faction="scholar", health=2)
    with pytest.raises(ContentError, match=r"is in neutral\.json too; keep it there, or give this one a new id"):
        content.check(write_pack(tmp_path, scholar=[doctor]))


def test_a_list_of_fixed_length_is_told_which_number_it_lacks(tmp_path: Path):
    road = named("salt_road", type="location", track=[0, 1, 0])
    with pytest.raises(ContentError, match=r"0\.track\.3 \(in salt_road\): number 4 of this list is missing"):
        content.check(write_pack(tmp_path, neutral=[road]))
