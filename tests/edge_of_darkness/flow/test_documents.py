"""Sections 34 and 36 of RULES.md (DIFF, MISS): differences between the three rule documents, and gaps in all of them.

Where the documents differ, the English rules apply. The data of the base pack fills the gaps.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import rules.edge_of_darkness as package
from rules.edge_of_darkness.content.effects import Effect, prologue_clauses
from rules.edge_of_darkness.content.load import Guild, base
from rules.edge_of_darkness.examples.position_builder import new, set_player
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import (
    Draft,
    EndTurn,
    HuntThreats,
    Pick,
    SkipCard,
    Sleeve,
    SleeveOnto,
    UseContact,
)
from rules.edge_of_darkness.words.cards import ops_text
from rules.kernel.data.actions import Pass
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.effect_verbs import simplest_use
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    fill_tray,
    in_tower,
    leave_cards,
    simple_free_part,
    sleeve_on,
    use_up,
)
from tests.edge_of_darkness.table import GAME, after_prologue
from tests.game_helpers import act, of_kinds, offers, refused, rule

ES = files("data").joinpath("locale", "es", "LC_MESSAGES", "tenebrae.po").read_text(encoding="utf-8").lower()


# -- differences: the English rule is played -----------------------------------------------------------------


@rule("EOD-DIFF.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_is_asked_about_the_advancement_just_sleeved_and_no_one_else(seats):
    match = new(seats)
    asked = set()
    while match.state.phase == "prologue" and match.decisions():
        (seat, *others), decision = list(match.decisions()), next(iter(match.decisions().values()))
        if decision.prompt.key == "pick_effect":
            assert not others
            asked.add(seat)
        before = seat
        match.apply(seat, decision.actions[0])
        top = next(iter(match.decisions().values()), None)
        if top and top.prompt.key == "pick_effect" and decision.prompt.key == "sleeve_onto":
            assert list(match.decisions()) == [before]
    assert asked == set(range(seats))


@rule("EOD-DIFF.2", "EOD-SLEEVE.6")
def test_when_one_slot_of_a_kind_runs_out_only_that_slot_is_unavailable():
    match = simple_free_part(2, hand=["citizen"])
    place = match.state.locations[0]
    slips = match.content.locations[place].slips
    use_up(match, [slip.id for slip in slips if slip.slot == "middle"])
    act(match, Sleeve(place))
    slots = {match.content.slips[action.slip].slot for action in offers(match, SleeveOnto)}
    assert slots == {slip.slot for slip in slips} - {"middle"}


@rule("EOD-DIFF.3")
def test_damage_must_be_reduced_to_nothing():
    for amount, success in ((2, False), (3, True)):
        match = simple_free_part(2)
        ability(match, 0, {"op": "reduce", "amount": amount}, timing="standing")
        in_tower(match, 1, "citizen", 3)
        fill_tray(match, 1)
        assert of_kinds(attacks(match), "defended")[0].success is success


@rule("EOD-DIFF.4", "EOD-DIFF.16")
def test_battle_strength_must_be_at_least_the_damage_not_more():
    match = simple_free_part(2)
    in_tower(match, 1, "citizen", 4)
    with arrange(match):
        match.state.turn.battle, match.state.turn.may_hunt = 4, True
    assert not refused(match, HuntThreats((1,)))


@rule("EOD-DIFF.5")
def test_slips_and_advancements_start_unsleeved():
    match = new(4)
    assert all(player.slips == 7 for player in match.state.players)
    for card in match.state.cards.values():
        assert (card.claimed, card.top, card.middle, card.bottom) == (False, "", "", "")


@rule("EOD-DIFF.10")
def test_a_failed_defence_moves_the_token_and_no_cube():
    match = simple_free_part(2)
    fill_tray(match, 1)
    attacks(match)
    assert match.state.players[0].moved_down == 1
    assert sum(match.state.aside) == 6
    assert sum(match.state.bag) == 45 - 6


@rule("EOD-DIFF.11")
def test_the_contact_just_sleeved_is_an_effect_with_the_owners_price_not_an_ability():
    match = simple_free_part(2, hand=[1])
    (card,) = cards_in_hand(match)
    slip = sleeve_on(match, card, "the_forge", "middle")
    assert match.content.slip_home[slip].id == "the_forge"
    assert of_kinds(act(match, UseContact(card, "middle")), "paid_owner")


@rule("EOD-DIFF.12", "EOD-DIFF.23")
def test_without_a_skip_the_rightmost_cards_must_be_drafted():
    match = after_prologue(2)
    street = list(match.state.street)
    seat = match.state.turn.seat
    count = match.decisions()[seat].prompt.args["count"]
    assert {type(action) for action in offers(match)} == {Draft, SkipCard}
    act(match, Draft())
    assert match.state.players[seat].hand[-count:] == street[:count]


@rule("EOD-DIFF.14")
def test_the_deck_is_depleted_at_six_cards_not_when_it_is_empty():
    match = simple_free_part(2)
    leave_cards(match, stack=2)
    assert not match.view(None).depleted
    leave_cards(match, stack=1)
    assert match.view(None).depleted
    assert match.view(None).stack_count == 1


@rule("EOD-DIFF.16", "EOD-DIFF.24", "EOD-DIFF.25")
@pytest.mark.parametrize(("seats", "cubes", "stack", "picks"), [(2, 45, 15, 3), (3, 60, 21, 2), (4, 75, 26, 2)])
def test_the_numbers_on_which_all_documents_agree(seats, cubes, stack, picks):
    match = new(seats)
    state = match.state
    for player in state.players:
        assert (player.influence, player.coins, player.pool, player.untrained) == (4, 5, 4, 6)
        assert sum(player.zone) == 2
    assert sum(map(sum, state.trays)) == 4
    assert sum(state.bag) == cubes - 4 - 2 * seats
    made = dict.fromkeys(range(seats), 0)
    while state.round == 0:
        seat, decision = next(iter(match.decisions().items()))
        made[seat] += isinstance(decision.actions[0], Pick)
        match.apply(seat, decision.actions[0])
    assert made == dict.fromkeys(range(seats), picks), "two players pick three times"
    assert len(state.deck) + len(state.street) == stack


@rule("EOD-DIFF.17")
def test_names_are_translated_and_spelled_as_in_the_english_book():
    contact = base().locations["millhollow_farm_town"].contact
    assert contact.name.en == "Millhollow Landowner"
    for location in base().locations.values():
        for name in (location.name, location.contact.name):
            assert name.hu
            assert "Landonner" not in f"{name.en}{name.hu}{name.es}"
    assert contact.name.hu == "Malomvölgyi földtulajdonos"


@rule("EOD-DIFF.18")
def test_spanish_players_read_the_action_phase_too():
    match = simple_free_part(2, hand=["citizen"])
    english, spanish = Translator("en", ["Ana", "Luis"]), Translator("es", ["Ana", "Luis"])
    view = match.view(0)
    for action in [EndTurn(), *offers(match, UseContact)]:
        assert GAME.action_text(spanish, view, action).label != GAME.action_text(english, view, action).label
    body = Event(EVERYONE, events.Defended(0, match.state.tower[0], 1, False, 12))
    assert GAME.event_line(spanish, body) != GAME.event_line(english, body)


@rule("EOD-DIFF.19")
def test_spanish_players_can_look_up_cards_and_advancements_too():
    english, spanish = GAME.look_up(Translator("en")), GAME.look_up(Translator("es"))
    assert [entry.id for entry in spanish] == [entry.id for entry in english]
    differ = [one.text != other.text for one, other in zip(english, spanish, strict=True)]
    assert sum(differ) > 0.9 * len(differ)


@rule("EOD-DIFF.20")
def test_the_blacksmith_gives_only_coins_in_the_prologue():
    (clause,) = prologue_clauses(base().locations["the_forge"].contact.effect)
    (op,) = clause.do
    assert (op.what, op.amount) == ("coins", 2)


@rule("EOD-DIFF.21", "EOD-DIFF.22")
@pytest.mark.parametrize("slip", ["mejores avances", "redactar", "redacta ", "cubierta agotada", "marcador redondo"])
def test_our_spanish_repeats_none_of_the_mistranslations(slip):
    assert slip not in ES


@rule("EOD-DIFF.21")
def test_a_top_slot_advancement_is_one_that_covers_a_citizen_or_patrician_and_no_better_one():
    match = simple_free_part(2, hand=["citizen"])
    tops = [slip for slip in match.content.slips.values() if slip.slot == "top"]
    home = match.content.slip_home[tops[0].id].id
    assert home in match.state.locations
    act(match, Sleeve(home))
    act(match, next(action for action in offers(match, SleeveOnto) if action.slip == tops[0].id))
    assert match.state.cards[cards_in_hand(match)[0]].top == tops[0].id
    middle = next(slip for slip in match.content.locations[home].slips if slip.slot == "middle")
    assert match.content.slip_home[middle.id].contact is match.content.slip_home[tops[0].id].contact


# -- data missing from the books -----------------------------------------------------------------------------


@rule("EOD-MISS.4")
def test_starters_carry_all_that_the_books_imply_of_them():
    starters = list(base().starters.values())
    citizens = [starter for starter in starters if starter.role == "citizen"]
    assert sum(starter.guild is None for starter in citizens) == 11
    assert sum(starter.guild is not None for starter in citizens) == 12
    patricians = [starter for starter in starters if starter.role == "patrician"]
    assert sum(starter.guild is None for starter in patricians) == 6
    assert sum(starter.guild is not None for starter in patricians) == 4
    for starter in starters:
        assert starter.name.en
        assert starter.effect.clauses
        assert starter.threat.name.en
        assert starter.cubes >= 0


@rule("EOD-MISS.7")
def test_guilds_differ_in_name_and_sigil_only():
    assert set(Guild.model_fields) == {"id", "name", "sigil", "printed"}
    sheets = {}
    for starter in base().starters.values():
        if starter.guild:
            what = (starter.role, starter.cubes, starter.effect, starter.threat.damage, str(starter.threat.rewards))
            sheets.setdefault(starter.guild, []).append(str(what))
    assert len({tuple(sorted(sheet)) for sheet in sheets.values()}) == 1


@rule("EOD-MISS.9")
def test_every_operation_that_stands_for_an_icon_has_words_in_every_language():
    for kind in ("gain", "lose", "dispatch", "return", "train", "claim", "hunt", "cubes", "reduce"):
        effect = Effect.model_validate({"clauses": [{"do": [simplest_use(kind)]}]})
        texts = [
            ops_text(Translator(locale), base(), effect.clauses[0].do, "war_council") for locale in ("en", "hu", "es")
        ]
        assert all(texts)
        assert len(set(texts)) == 3, f"{kind} is not translated"


@rule("EOD-MISS.10")
def test_each_kind_of_token_is_kept_apart():
    view = new(2).view(None).players[0]
    assert (view.coins, view.influence, view.goodwill, view.reputation) == (5, 4, 0, 0)


@rule("EOD-MISS.11")
def test_the_round_track_has_a_prologue_and_eight_rounds():
    match = new(2)
    view = match.view(None)
    assert (view.phase, view.round, view.rounds) == ("prologue", 0, 8)
    assert after_prologue(2).view(None).round == 1


@rule("EOD-MISS.14")
def test_fixture_values_of_a_test_never_reach_the_pack():
    match = simple_free_part(2)
    before = {name: starter.threat for name, starter in base().starters.items()}
    card = in_tower(match, 1, "citizen", 17)
    assert match.view(None).tower[0].card.damage == 17
    assert {name: starter.threat for name, starter in base().starters.items()} == before
    assert simple_free_part(2).content.starters[card].threat.damage != 17


@rule("EOD-MISS.15")
def test_no_location_contact_or_threat_is_named_in_the_rules_so_data_can_correct_them():
    content = base()
    names = [*content.locations, *content.starters, *content.slips]
    folder = Path(package.__file__).parent
    # only the worked examples may name cards of the base pack
    for file in {*folder.rglob("*.py")} - {*folder.joinpath("examples").glob("*.py")}:
        code = file.read_text(encoding="utf-8")
        for name in names:
            assert f'"{name}"' not in code, f"{file.name} names {name}"


@rule("EOD-MISS.15")
def test_what_the_watchtower_and_the_citywatch_reduce_is_read_from_data():
    for amount, left in ((3, 0), (1, 2)):
        match = simple_free_part(2)
        match.content = match.game.content_of(match.state)
        place = "watchtower"
        cost = [{"cost": "return", "count": 1}]
        ability(match, match.state.locations.index(place), {"op": "reduce", "amount": amount}, cost=cost,
                timing="attacked", uses=0)  # fmt: skip
        set_player(match, 0, pool=3, agents={place: 1})
        in_tower(match, 1, "citizen", 3)
        fill_tray(match, 1)
        attacks(match)
        events_ = act(match, next(action for action in offers(match) if not isinstance(action, Pass)))
        assert of_kinds(events_, "defended")[0].left == left
