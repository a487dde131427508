"""Section 40.2 of RULES.md: the schema of cards, checked on all cards of the base pack and on made-up records."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from rules.aevum_haeresis.board.card_lookup import soul_number, stat
from rules.aevum_haeresis.content import effects, ops
from rules.aevum_haeresis.content.legality import faults
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import MANOEUVRES, WINDOWS
from rules.aevum_haeresis.content.records import FACTIONS, Attachment, Card, Faction
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, scene
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.words.cards import card_text
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import LOCALES, Translator
from tests.aevum_haeresis.content.test_features import every
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import heretic, plain_location
from tests.aevum_haeresis.window_helpers import fight
from tests.game_helpers import act, look, offers, rule

CONTENT = base()
CARDS = CONTENT.cards.values()
NAME = {"en": "X", "hu": "X", "es": "X"}


def made(kind: str, **fields: Any) -> Card:
    return Card.model_validate({"id": "x", "name": NAME, "type": kind, **fields})


@rule("AH-DATA.1")
def test_there_are_seven_marks_the_neutral_one_among_them():
    assert get_args(Faction) == ("neutral", *FACTIONS)
    assert FACTIONS == ("deathless", "warrior", "mystics", "opportunist", "scholar", "lords")
    assert {record.faction for record in CARDS} == {"neutral", *FACTIONS}
    with pytest.raises(ValidationError):
        made("event", faction="pirates")


@rule("AH-DATA.2")
@pytest.mark.parametrize("faction", get_args(Faction))
def test_a_faction_does_not_change_a_cards_effects(faction: str):
    match = scene()
    monk = heretic(match, ANNA, faction=faction, icons={"plunder": 3})
    assert (stat(match, monk, "plunder"), stat(match, monk, "health")) == (3, 3)
    fight(match, "plunder", initiators=(monk,))
    assert match.state.man is not None
    assert match.state.man.successful == ANNA
    aimed = [op.target for record in CARDS for op in every(record) if getattr(op, "target", None) is not None]
    passives = [one for record in CARDS for one in record.passives]
    # no effect in the base pack depends on a faction
    assert not any(getattr(one, "faction", "") for one in [*aimed, *passives])


@rule("AH-DATA.3", "AH-CARD.2", "AH-COST.14")
def test_a_cost_is_gold_souls_and_cards_and_what_is_sacrificed_or_turned():
    assert set(ops.Cost.model_fields) == {"gold", "souls", "cards", "turn", "turn_own", "sacrifice", "counters"}
    for name in ("gold", "souls", "cards"):
        assert getattr(ops.Cost(), name) == 0
        with pytest.raises(ValidationError):
            ops.Cost.model_validate({name: -1})
    for name in ("gold", "souls", "cards", "sacrifice"):
        assert any(getattr(record.cost, name) for record in CARDS)


@rule("AH-DATA.3")
@pytest.mark.parametrize("kind", ["damned", "camp", "location"])
def test_what_enters_by_setup_or_replacement_costs_nothing(kind: str):
    assert all(record.cost == ops.Cost() for record in CARDS if record.type == kind)


@rule("AH-DATA.4", "AH-CARD.17")
def test_an_ability_has_a_kind_a_cost_windows_a_limit_and_an_effect():
    assert set(effects.Ability.model_fields) == {"kind", "when", "conditions", "cost", "windows", "limit", "do"}
    assert get_args(effects.Ability.model_fields["kind"].annotation) == ("heresy", "dem", "imr", "start", "when")
    for record in CARDS:
        for ability in record.abilities:
            assert ability.do
            assert ability.kind == "dem" or not ability.windows
            assert {*ability.windows} <= {*WINDOWS}
    with pytest.raises(ValidationError):
        effects.Ability.model_validate({"kind": "heresy", "do": []})


@rule("AH-DATA.4", "AH-CARD.16")
def test_cards_of_every_type_but_camps_and_locations_have_a_dem_in_the_pool_and_those_may():
    found = {record.type for record in CARDS if record.dem or any(one.kind == "dem" for one in record.abilities)}
    assert found >= {"damned", "heretic", "story", "event", "hunter"}
    for kind, fields in (("camp", {"income": 1}), ("location", {"track": [1] * 4})):
        dem = {"kind": "dem", "do": [{"op": "gold", "amount": 1}]}
        assert made(kind, abilities=[dem], **fields).abilities[0].kind == "dem"


@rule("AH-DATA.5", "AH-LIFE.9", "AH-LIFE.13")
def test_a_duration_is_immediate_conflict_round_attached_or_track():
    durations = get_args(Card.model_fields["duration"].annotation)
    assert durations == ("immediate", "conflict", "round", "attached", "track")
    assert {record.duration for record in CARDS} == {*durations}
    assert made("story").duration == "immediate"


@rule("AH-DATA.6", "AH-ICON.5", "AH-ICON.9")
def test_a_skull_stands_behind_white_icons_only_and_bands_on_stories_only():
    bands = [(record, getattr(record.band, kind)) for record in CARDS for kind in MANOEUVRES]
    assert all(icon.colour == "white" for _, icon in bands if icon.skull)
    assert {record.type for record, icon in bands if icon.colour != "none"} == {"story"}


@rule("AH-DATA.7", "AH-CONFLICT.14")
def test_a_target_says_whose_what_and_where_and_a_storys_default_is_its_conflict():
    fields = ops.Target.model_fields
    assert {*get_args(fields["whose"].annotation)} == {"own", "opposing", "any", "this", "host", "it"}
    assert {*get_args(fields["what"].annotation)} == {"character", "heretic", "damned", "attachment", "hunter"}
    assert {*get_args(fields["scope"].annotation)} == {"card", "participants", "anywhere"}
    assert ops.Target().scope == "card"


@rule("AH-DATA.8", "AH-LOC.5", "AH-CARD.12")
@pytest.mark.parametrize("kind", ["recruit", "plunder"])
def test_the_same_four_numbers_serve_recruit_and_plunder(kind: str):
    for time, number in enumerate((2, 1, 3, 0)):
        match = scene()
        plain_location(match, 2, 1, 3, 0, time=time)
        assert soul_number(match) == number
        announce_unblocked(match, kind)
        if kind == "recruit":
            assert match.state.players[ANNA].souls == 1 + number
        else:
            assert len(match.state.players[BELA].plot) == 30 - 4 - number
    assert all(record.track is not None and len(record.track) == 4 for record in CARDS if record.type == "location")
    with pytest.raises(ValidationError):
        made("location", track=[1, 2, 3])
    with pytest.raises(ValidationError):
        made("location", track=[1, 2, 3, -1])


@rule("AH-DATA.9", "AH-ATT.4")
def test_an_attachment_has_a_type_of_ours_and_a_positive_number():
    found = [record.attachment for record in CARDS if record.attachment is not None]
    assert {one.type for one in found} == {"weapon", "relic", "curse", "vow"}
    assert all(one.most >= 1 for one in found)
    with pytest.raises(ValidationError):
        Attachment.model_validate({"type": "weapon", "most": 0})
    with pytest.raises(ValidationError):
        Attachment.model_validate({"type": "hat"})


@rule("AH-DATA.10", "AH-CARD.5", "AH-CARD.6", "AH-CARD.8")
def test_every_character_has_health_above_0_damage_0_or_more_and_three_numbers_of_icons():
    for record in CARDS:
        if record.type in ("damned", "heretic"):
            assert record.health > 0
            assert record.damage >= 0
            assert min(record.icons.plunder, record.icons.recruit, record.icons.accuse) >= 0
        else:
            assert (record.health, record.damage) == (0, 0)
    assert any(record.damage == 0 for record in CARDS if record.type == "heretic")


@rule("AH-DATA.11", "AH-INFO.6", "AH-HC.38")
def test_nothing_seen_of_a_face_down_card_tells_the_deck_it_came_from():
    shown: list[Any] = []
    for number in range(2):
        match = scene()
        names = hold(match, ANNA, "candle_thief", "whispered_psalm")
        with arrange(match) as state:
            state.players[ANNA].hand.remove(names[number])
            state.players[ANNA].row = [[names[number]]]
        shown.append(look(match, BELA).model_dump())
    assert shown[0] == shown[1]
    assert shown[0]["players"][ANNA]["row"] == [1]


@rule("AH-DATA.12", "AH-DECK.15", "AH-DECK.16")
@pytest.mark.parametrize("name", CONTENT.decks)
def test_every_ready_deck_is_whole_and_legal(name: str):
    deck = CONTENT.decks[name]
    assert faults(CONTENT, deck) == []
    assert (sum(deck.plot.values()), sum(deck.heretics.values()), len({*deck.locations})) == (48, 20, 4)
    assert max(*deck.plot.values(), *deck.heretics.values()) <= 4
    mark = CONTENT.cards[deck.damned].faction
    names = [deck.damned, deck.camp, *deck.locations, *deck.plot, *deck.heretics, *deck.background]
    assert {CONTENT.cards[one].faction for one in names} <= {"neutral", mark}
    assert {CONTENT.cards[one].type for one in deck.plot} == {"story", "event", "hunter"}


@rule("AH-DATA.14")
def test_a_third_starter_deck_brings_cards_back_from_the_pyre_so_that_a_plot_deck_grows():
    deck = CONTENT.decks["the_ninth_grave"]
    assert CONTENT.cards[deck.damned].faction == "deathless"
    raising = [op for name in (*deck.plot, *deck.heretics, deck.damned, deck.camp) for op in every(CONTENT.cards[name])]
    assert any(isinstance(op, ops.Raise) for op in raising)
    match = scene()
    before = len(match.state.players[ANNA].plot)
    again = [{"kind": "heresy", "do": [{"op": "raise", "what": "plot", "to": "deck", "count": 1}]}]
    witch = heretic(match, ANNA, abilities=again)
    (use,) = [one for one in match.decisions()[ANNA].actions if witch in str(one)]
    act(match, use)
    chosen = offers(match, Choose)[0]
    act(match, chosen)
    assert len(match.state.players[ANNA].plot) == before + 1
    assert match.state.players[ANNA].plot[-1] == chosen.option


@rule("AH-DATA.13", "AH-HC.28")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_has_words_that_tell_windows_rows_duration_limits_and_reach(locale: str):
    say = Translator(locale)
    texts = {record.id: card_text(say, CONTENT, record) for record in CARDS}
    assert all(texts.values())
    if locale != "en":
        return
    for record in CARDS:
        text = texts[record.id].lower()
        for ability in record.abilities:
            assert ability.limit != "round" or "once a round" in text
        if record.rows == ["conflict"] and record.type == "event":
            assert "conflict row" in text
        if record.rows == ["enlistment"]:
            assert "enlistment row" in text
        if record.duration in ("conflict", "round") and record.type in ("story", "event"):
            spans = (f"until the end of the {record.duration}", "in this conflict", "this manoeuvre", "next chapter")
            assert any(span in text for span in (*spans, "this round")), record.id
        if record.type == "story" and record.skull_target.scope == "anywhere":
            assert "outside the conflict" in text


def test_the_pack_is_as_many_cards_as_its_readme_says():
    text = files("data").joinpath("aevum_haeresis", "README.md").read_text("utf-8")
    (line,) = [one for one in text.splitlines() if one.startswith("| all | 1")]
    assert int(line.split("|")[-2]) == len(CONTENT.cards)
    assert GAME.content_of(scene().state) == CONTENT


@rule("AH-HC.51")
def test_the_slips_of_the_source_are_not_taken_over():
    slips = ("UÁD", "Lélelk", "Lélekleben", "Mágyl", "leidz", "Cselekvéses", "TŰLI", "tűli")
    hungarian = [record.name.hu for record in CARDS]
    hungarian += [card_text(Translator("hu"), CONTENT, record) for record in CARDS]
    assert [text for text in hungarian for slip in slips if slip in text] == []
