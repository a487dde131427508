"""The asset and mythos cards of the base pack meet the requirements of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from rules.dark_providence.content import ops
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.load import base
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import Asset, Mythos
from rules.dark_providence.content.shared_field_types import ICONS, Icon, Limit
from tests.game_helpers import each

CONTENT = base()
ASSETS = list(CONTENT.assets.values())
MYTHOS = list(CONTENT.mythos.values())
CARDS: list[Asset | Mythos] = [*CONTENT.cards.values(), *MYTHOS]

by_asset = each("asset", ASSETS)


def plain(record: BaseModel) -> dict[str, Any]:
    """Return a record as a dictionary, without the fields that have their default value."""
    return record.model_dump(exclude_defaults=True)


def total_of(icon: Icon, cards: Sequence[Asset | Mythos]) -> int:
    return sum(card.icons.get(icon, 0) for card in cards)


# -- primary assets and city cards --------------------------------------------------------------------------

KNOWN_ASSETS = (
    "Anarchists", "Returners", "Ruthless Conspirator", "Deep Ones", "Danvers State Hospital", "Explorer's Club",
    "FBI", "Wall Street", "Hart Island", "Corruption",
)  # fmt: skip


def test_known_assets_are_there():
    assert set(KNOWN_ASSETS) <= {asset.name.en for asset in ASSETS if not asset.agent}


@pytest.mark.rule("DP-AGENT.11")
def test_only_returners_turn_agents_to_their_returned_side():
    assert [card.id for card in CARDS if any(isinstance(op, ops.TurnAgents) for op in ops_of(card.powers))] == [
        "returners"
    ]


def test_deep_ones_come_when_acquired_and_by_the_action_and_from_no_other_card():
    sources = {card.id for card in CARDS if any(isinstance(op, ops.DeepOnes) for op in ops_of(card.powers))}
    assert sources == {"deep_ones"}
    timings = [power.timing for power in CONTENT.assets["deep_ones"].powers if any(map(is_deep_ones, ops_of([power])))]
    assert timings == ["acquired", "action"]


def is_deep_ones(op: Op) -> bool:
    return isinstance(op, ops.DeepOnes)


def exactly(icon: Icon, *amounts: int) -> bool:
    """Return whether each of these exact amounts of a resource is on a different asset card."""
    shown = Counter(card.icons.get(icon, 0) for card in CONTENT.cards.values())
    return not Counter(amounts) - shown


@pytest.mark.rule("DP-CONT.18")
def test_resources_of_the_examples_can_be_paid_as_they_say():
    assert exactly("recover", 2, 2)
    assert exactly("wealth", 2, 3)
    assert exactly("wealth", 2, 2)
    assert exactly("force", 1, 1, 1)
    assert exactly("arcane", 1, 2)
    assert {icon for card in CONTENT.cards.values() for icon in card.icons} == set(ICONS)


@pytest.mark.rule("DP-CONT.18")
def test_new_orleans_and_james_horus_rose_move_the_ritual_by_three():
    assert total_of("ritual_up", [CONTENT.city_cards["new_orleans"], CONTENT.assets["james_horus_rose"]]) == 3


@pytest.mark.rule("DP-CONT.21")
@pytest.mark.parametrize(("icon", "point"), [("force", "control"), ("arcane", "gate")])
def test_four_plain_cards_of_a_hand_and_one_agent_reach_every_requirement(icon: Icon, point: str):
    """Four cards and an agent with 1 icon each meet every requirement. The fifth hand card enables the action."""
    highest = max(getattr(city, point) for city in CONTENT.cities.values())
    assert sum(card.icons.get(icon, 0) >= 1 for card in ASSETS) >= 12
    assert any(getattr(agent.original, icon) for agent in CONTENT.agents.values())
    assert highest <= 4 * 1 + 1


@pytest.mark.rule("DP-CARD.6")
@by_asset
def test_every_asset_is_worth_having(asset: Asset):
    amount = sum(asset.icons.values())
    assert 2 <= amount <= 4
    gift = bool(asset.agent and asset.agent.gift)
    assert amount >= 3 or asset.powers or gift
    assert len(asset.icons) <= 3


@pytest.mark.rule("DP-CARD.6")
def test_no_two_cards_are_alike():
    def face(card: Asset | Mythos) -> str:
        return card.model_copy(update={"id": "x", "name": None}).model_dump_json()

    for kind in (CONTENT.starting.values(), ASSETS, CONTENT.city_cards.values(), MYTHOS):
        faces = [face(card) for card in kind]
        assert len(set(faces)) == len(faces)


def test_both_tracks_move_on_about_as_many_icons_of_primary_assets():
    moving = {icon: total_of(icon, ASSETS) for icon in ICONS}
    assert abs(moving["investigation_up"] - moving["ritual_up"]) <= 2
    assert moving["investigation_down"] >= 4
    assert moving["ritual_down"] >= 4


@pytest.mark.parametrize("cards", [[*CONTENT.city_cards.values()], MYTHOS], ids=["city cards", "mythos cards"])
def test_city_and_mythos_cards_raise_the_ritual_more(cards: list[Asset | Mythos]):
    assert total_of("ritual_up", cards) > total_of("investigation_up", cards)


def test_acquiring_without_influence_is_used_up_or_reaches_only_what_is_cheap_or_prepared():
    for card in CONTENT.cards.values():
        for power in card.powers:
            for op in ops_of([power]):
                if isinstance(op, ops.Acquire) and not power.destroys:
                    assert op.here
                    assert isinstance(op.most, Limit) or op.most <= 3


def test_reactions_are_few_and_ask_for_nothing():
    ops = [op for card in CARDS for power in card.powers if power.timing == "reaction" for op in ops_of([power])]
    assert 3 <= len(ops) <= 8
    assert {op.op for op in ops} <= {"vp", "draw", "track", "pool", "calm"}


# -- mythos cards -------------------------------------------------------------------------------------------

KNOWN_MYTHOS = (
    "Cthulhu", "Mi-Go", "The Whateley Family", "Yog-Sothoth", "Offering", "Nikola Tesla", "Impostor",
    "Maddening Cacophony", "Hastur", "Silver Key", "Lost City", "Necronomicon", "The Black Goat",
)  # fmt: skip


@pytest.mark.rule("DP-CONT.14", "DP-COMP.11")
def test_twenty_four_mythos_cards_with_the_known_ones_among_them():
    assert len(MYTHOS) == 24
    assert set(KNOWN_MYTHOS) <= {mythos.name.en for mythos in MYTHOS}


@pytest.mark.rule("DP-CONT.15")
def test_each_great_old_one_is_depicted_by_a_mythos_card_that_stays_in_solo_play():
    depicted = Counter(mythos.depicts for mythos in MYTHOS if mythos.depicts and mythos.solo)
    assert depicted == dict.fromkeys(CONTENT.old_ones, 1)
    assert CONTENT.mythos["hastur"].depicts == "hastur"


@pytest.mark.rule("DP-CONT.16", "DP-CARD.7")
def test_mythos_cards_carry_all_that_mythos_cards_can_carry():
    for carried in ("icons", "powers", "ongoing", "end", "vp", "green", "sanity", "depicts"):
        assert any(getattr(mythos, carried) for mythos in MYTHOS)
    assert {power.timing for mythos in MYTHOS for power in mythos.powers} == {"action", "bonus", "acquired"}
    assert all(mythos.powers or mythos.ongoing or mythos.end for mythos in MYTHOS)


def test_three_mythos_cards_stay_out_of_solo_play():
    assert {mythos.id for mythos in MYTHOS if not mythos.solo} == {"impostor", "mi_go", "maddening_cacophony"}


def test_yog_sothoth_gives_an_action_and_a_green_point():
    yog = CONTENT.mythos["yog_sothoth"]
    assert (yog.green, [(power.timing, [op.op for op in ops_of([power])]) for power in yog.powers]) == (
        1,
        [("acquired", ["actions"])],
    )


def test_hastur_shows_one_point_and_a_sanity_test():
    hastur = CONTENT.mythos["hastur"]
    assert (hastur.green + hastur.vp, hastur.sanity) == (1, True)


@pytest.mark.rule("DP-HC.86")
def test_nikola_tesla_gives_an_action_after_the_first_card_acquired():
    assert CONTENT.mythos["nikola_tesla"].ongoing == ["second_wind"]


@pytest.mark.parametrize("card", ["lost_city", "necronomicon"])
def test_lost_city_and_necronomicon_give_points_when_acquired(card: str):
    (power,) = CONTENT.mythos[card].powers
    assert power.timing == "acquired"
    assert [type(op) for op in ops_of([power])] == [ops.GainVp]


@pytest.mark.rule("DP-COMP.16", "DP-COMP.23", "DP-COMP.25")
def test_pieces_come_with_their_mythos_cards():
    pieces = {mythos.id: Counter(op.op for op in ops_of(mythos.powers)) for mythos in MYTHOS}
    assert pieces["whateleys"] == {"whateley": 3}
    assert pieces["mi_go"] == {"mi_go": 1}
    assert pieces["cthulhu"]["cthulhu"] == 1
    assert [mythos.id for mythos in MYTHOS if mythos.marker] == ["mi_go"]
