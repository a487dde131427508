"""Effects as rows of icons: every effect in the pack can be written this way, and the icons match the effect's data."""

from typing import get_args

from pydantic import TypeAdapter

from render.edge_of_darkness import effect_icons
from render.edge_of_darkness.view_reader import slip_of, starter_of
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.content.ops import CountName, Op, Thing

EFFECT = TypeAdapter(Effect)
OPS = TypeAdapter(list[Op])


def written(**record):
    return effect_icons.icons_of(EFFECT.validate_python(record))


def test_prices_stand_before_the_arrow():
    clause = {"cost": [{"cost": "return", "count": 2}], "do": [{"op": "hunt"}]}
    assert written(clauses=[clause]) == "{return}2 {arrow} {hunt}"


def test_alternatives_are_parted_by_a_stroke():
    clauses = [{"do": [{"op": "dispatch", "count": 2, "up_to": True}]}, {"do": [{"op": "gain", "what": "coins"}]}]
    assert written(mode="one", clauses=clauses) == "{dispatch}≤2 / 1{coin}"


def test_counted_amounts_say_what_they_count():
    def gain(**count):
        amount = {"count": "agents_here", **count}
        return written(clauses=[{"do": [{"op": "gain", "what": "coins", "amount": amount}]}])

    assert gain(times=2) == "2{coin}×{agent}"
    assert gain(times=1, plus=1) == "1{coin} +1×{agent}"
    assert gain(times=-1, plus=4) == "4{coin} −1×{agent}"
    assert gain(times=1, plus=-2) == "1{coin}×{agent} −2"


def test_equal_rewards_are_added_up():
    ops = OPS.validate_python(
        [{"op": "gain", "what": "coins", "amount": 1}, {"op": "train"}, {"op": "gain", "what": "coins", "amount": 2}]
    )
    assert effect_icons.reward_icons(ops) == "3{coin}  {train}"


def test_every_effect_of_the_content_can_be_written():
    content = base()
    for slip in content.slips:
        assert slip_of(slip, "en").short
    for starter in content.starters:
        assert starter_of(starter, "en").short


def test_conditions_stand_before_their_part():
    clause = {"when": {"count": "hall_cards", "least": 2}, "cost": [{"cost": "retire"}], "do": [{"op": "banish"}]}
    assert written(clauses=[clause]) == "{hall}≥2: −1{agent} {arrow} {tower}{arrow}{discard}"


def test_what_reaches_over_locations_shows_that():
    ops = [{"op": "station", "count": 2}, {"op": "gather"}, {"op": "lower_defence", "count": 2}]
    assert written(clauses=[{"do": ops}]) == "{dispatch}{location}≤2  {agent}{swap}  −2{defence}"


def test_every_verb_has_its_sign_and_nothing_else_has_one():
    union, _ = get_args(Op)
    assert set(effect_icons.SIGNS) == set(get_args(union))


def test_everything_that_is_paid_or_counted_has_its_icon():
    assert set(effect_icons.TOKENS) == set(get_args(Thing))
    assert set(effect_icons.COUNTED) == set(get_args(CountName))
