"""Every entry in the table of printed cards is put into a pack and played, and its text is correct."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.edge_of_darkness.content import load as content
from rules.edge_of_darkness.content.effects import Threat
from rules.edge_of_darkness.examples.position_builder import acting, move, send, set_player, set_turn, tray
from rules.edge_of_darkness.state.actions import (
    ChooseCard,
    ChooseCube,
    ChooseNumber,
    ChooseOption,
    ChoosePlayer,
    ChooseSpots,
    HuntThreats,
    UseAbility,
    UseContact,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.words.card_language import known
from rules.edge_of_darkness.words.cards import ability_text, contact_text, threat_text
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import LOCALES, Translator
from tests.edge_of_darkness.printed_cards import entry, write
from tests.edge_of_darkness.scenes import attacks, play_turn_from, sleeve_on, zone
from tests.edge_of_darkness.table import GAME, neutral, set_threat, sleeving_done
from tests.game_helpers import act, offers

PAGE = (Path(__file__).parents[3] / "docs" / "cards" / "edge_of_darkness.md").read_text("utf-8")
LANGUAGES = {"en": "English", "hu": "Hungarian", "es": "Spanish"}
PACK = "printed"
SCENES: dict[str, Callable[[], None]] = {}


@pytest.fixture(autouse=True, scope="module")
def _pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the pack with the printed cards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content.PACKS, "added", {})
        GAME.add_pack(PACK, write(tmp_path_factory.mktemp(PACK)))
        yield


def plays(scene: Callable[[], None]) -> Callable[[], None]:
    """Register a scene that plays the entry with the scene's name."""
    SCENES[scene.__name__] = scene
    return scene


def location_of_entry(name: str, agents: int = 0) -> tuple[EdgeMatch, str]:
    """Start seat 0's turn with some of its Agents at an entry's Location. Return the match and the Location's id."""
    match, home = acting(pack=PACK, setup=name), entry(name).home
    sleeving_done(match)
    if agents:
        send(match, 0, home, agents)
    return match, home


def citizen_from_stack(match: EdgeMatch) -> str:
    """Return a Neutral Citizen in the stack that has no advancements."""
    cards = (neutral(match, skip=number) for number in range(9))
    return next(card for card in cards if card in match.state.deck)


def holding(name: str, agents: int = 0) -> tuple[EdgeMatch, str, UseContact]:
    """Put the contact of an entry on a hand card.

    Return the match, the entry's Location, and the action that uses the contact.
    """
    match, home = location_of_entry(name, agents)
    card = citizen_from_stack(match)
    move(match, card, match.state.players[0].hand)
    slot = match.content.locations[home].slips[0].slot
    sleeve_on(match, card, home, slot)
    return match, home, UseContact(card, slot)


def threat_of(name: str) -> tuple[EdgeMatch, str, Threat]:
    """Return a match, its first tower card, and the card's only threat, which is the threat of this entry."""
    match, home = location_of_entry(name)
    card = match.state.tower[0]
    set_threat(match, card)
    slip = match.content.locations[home].slips[0]
    sleeve_on(match, card, home, slip.slot)
    return match, card, slip.threat


def mine(match: EdgeMatch, *fields: str) -> list[int]:
    return [getattr(match.state.players[0], field) for field in fields]


def hunt_first(match: EdgeMatch, battle: int) -> None:
    set_turn(match, battle=battle, may_hunt=True)
    act(match, HuntThreats((1,)))


def besiege(match: EdgeMatch, damage: int) -> list[Any]:
    """Let the first tower card attack seat 0 with this amount of Damage. Return the events."""
    set_threat(match, match.state.tower[0], damage)
    tray(match, 1, 6)
    return attacks(match)


# -- named cards ------------------------------------------------------------------------------------------------


@plays
def university_professor() -> None:
    match, home, use = holding("university_professor", agents=2)
    act(match, use)
    act(match, ChooseOption(1))  # train an Agent, for 4 Coins minus 3 for the Agents at the Location
    assert match.state.players[0].agents[home] == 3
    assert mine(match, "coins", "untrained", "pool") == [4, 5, 2]


@plays
def commander() -> None:
    match, home, use = holding("commander")
    act(match, use)
    assert offers(match) == [ChooseNumber(1), ChooseNumber(2)]
    act(match, ChooseNumber(2))
    assert match.state.players[0].agents == {home: 2}


@plays
def citywatch() -> None:
    match, home = location_of_entry("citywatch", agents=2)
    besiege(match, 2)
    assert mine(match, "reputation", "moved_down") == [1, 0]
    assert match.state.players[0].agents == {home: 2}


@plays
def watchtower() -> None:
    match, home = location_of_entry("watchtower", agents=2)
    besiege(match, 5)
    act(match, UseAbility(home))
    act(match, UseAbility(home))
    assert mine(match, "reputation", "pool") == [1, 4]


@plays
def war_council() -> None:
    match, home = location_of_entry("war_council", agents=2)
    act(match, UseAbility(home))
    assert match.state.turn.may_hunt
    assert mine(match, "pool") == [4]


@plays
def militia_chief() -> None:
    match, _home, use = holding("militia_chief", agents=2)
    act(match, use)
    act(match, ChooseOption(2))
    assert match.state.turn.battle == 3
    assert match.state.players[0].agents == {}


@plays
def landowner() -> None:
    match, _home, use = holding("landowner", agents=2)
    act(match, use)
    act(match, ChooseNumber(2))
    assert mine(match, "coins", "pool") == [7, 4]


@plays
def blacksmith() -> None:
    match, _, use = holding("blacksmith")
    act(match, use)
    act(match, ChooseOption(1))
    assert mine(match, "coins") == [7]
    assert match.state.turn.battle == 0


@plays
def trustee() -> None:
    match, _, use = holding("trustee", agents=1)
    act(match, use)
    act(match, ChooseOption(2))
    assert mine(match, "pool", "untrained") == [5, 5]


@plays
def capital_hall() -> None:
    match, home = location_of_entry("capital_hall", agents=2)
    card = move(match, citizen_from_stack(match), match.state.players[0].hand)
    act(match, UseAbility(home))
    assert match.state.cards[card].owner == 0
    assert mine(match, "coins", "slips") == [3, 6]


@plays
def citizen() -> None:
    match, _, use = holding("citizen")
    act(match, use)
    assert match.state.turn.battle == 1


# -- threats ----------------------------------------------------------------------------------------------------


@plays
def archfiend() -> None:
    match, card, _threat = threat_of("archfiend")
    hunt_first(match, 3)
    assert mine(match, "reputation") == [2]
    assert match.state.turn.battle == 0
    assert card in match.state.discard


@plays
def reward_of_all() -> None:
    match, _, _ = threat_of("reward_of_all")
    hunt_first(match, 2)
    assert mine(match, "influence", "goodwill", "coins", "reputation", "untrained") == [5, 1, 6, 1, 5]


@plays
def threat_that_costs() -> None:
    match, _card, _ = threat_of("threat_that_costs")
    tray(match, 1, 6)
    attacks(match)
    assert mine(match, "influence", "coins", "moved_down") == [2, 4, 1]
    assert sum(match.state.players[0].zone) == 1


@plays
def icon_of_nothing() -> None:
    match, _, _ = threat_of("icon_of_nothing")
    set_player(match, 0, goodwill=1)
    tray(match, 1, 6)
    attacks(match)
    assert mine(match, "reputation", "moved_down") == [1, 0]
    match, _card, _ = threat_of("icon_of_nothing")
    set_player(match, 0, goodwill=1)
    hunt_first(match, 0)
    assert mine(match, "goodwill") == [0]


# -- icons ------------------------------------------------------------------------------------------------------


@plays
def icon_influence() -> None:
    match, _, use = holding("icon_influence")
    act(match, use)
    act(match, ChooseOption(1))
    assert mine(match, "influence", "reputation") == [3, 1]


@plays
def icon_goodwill() -> None:
    match, _, use = holding("icon_goodwill")
    assert use not in offers(match)
    set_player(match, 0, goodwill=3)
    act(match, use)
    assert mine(match, "goodwill", "influence") == [0, 6]


@plays
def icon_cubes() -> None:
    match, _, use = holding("icon_cubes")
    zone(match, 0, 1, 1)
    act(match, use)
    act(match, ChooseOption(2))
    act(match, ChooseCube(0, 0))  # then the second cube is chosen automatically
    assert sum(match.state.players[0].zone) in (0, 1)
    match, _, use = holding("icon_cubes")
    act(match, use)
    assert mine(match, "coins") == [8]
    assert sum(match.state.players[0].zone) == 2


@plays
def icon_damage() -> None:
    match, _, use = holding("icon_damage")
    reward = [{"op": "gain", "what": "reputation", "amount": 2}]
    for card, damage in zip(match.state.tower, (4, 3, 2), strict=True):
        set_threat(match, card, damage, reward)
    defeated = match.state.tower[1]
    act(match, use)
    assert offers(match, ChooseSpots) == [ChooseSpots((2,)), ChooseSpots((3,))]
    act(match, ChooseSpots((2,)))
    assert mine(match, "reputation", "coins") == [2, 3]
    assert defeated in match.state.discard
    assert not match.state.turn.hunted


@plays
def icon_untrained() -> None:
    match, _, use = holding("icon_untrained")
    act(match, use)
    act(match, ChooseOption(1))
    assert mine(match, "untrained", "pool", "coins") == [6, 4, 9]


@plays
def claim_in_street() -> None:
    match, _, use = holding("claim_in_street")
    act(match, use)
    places = {action.card for action in offers(match, ChooseCard)}
    assert {*match.state.tower, *match.state.street} <= places
    card = match.state.tower[2]
    act(match, ChooseCard(card))
    assert match.state.cards[card].owner == 0


@plays
def draw_one() -> None:
    match, _, use = holding("draw_one")
    first = match.state.street[0]
    act(match, use)
    assert first in match.state.players[0].hand


@plays
def tower_cards() -> None:
    match, _, use = holding("tower_cards")
    one, two, _ = match.state.tower
    act(match, use)
    act(match, ChooseSpots((1, 2)))
    assert match.state.tower[:2] == [two, one]


# -- common patterns --------------------------------------------------------------------------------------------


@plays
def if_you_have() -> None:
    match, _, use = holding("if_you_have", agents=1)
    assert use not in offers(match)
    set_player(match, 0, coins=2)
    act(match, use)
    assert mine(match, "influence", "coins") == [4, 4]
    match, _, use = holding("if_you_have", agents=2)
    act(match, use)
    assert mine(match, "influence", "coins") == [6, 5]


@plays
def if_a_rival_has() -> None:
    match, home, use = holding("if_a_rival_has", agents=3)
    assert use not in offers(match)
    send(match, 1, home, 2)
    act(match, use)
    act(match, ChoosePlayer(1))
    assert match.state.players[1].agents == {home: 1}
    assert match.state.players[1].pool == 3
    assert mine(match, "coins") == [6]


@plays
def if_you_have_most() -> None:
    match, _, use = holding("if_you_have_most")
    assert use not in offers(match)
    set_player(match, 1, reputation=1)
    act(match, use)
    assert mine(match, "influence", "reputation") == [4, 1]
    match, _, use = holding("if_you_have_most")
    set_player(match, 0, reputation=3)
    act(match, use)
    assert mine(match, "influence", "reputation") == [6, 3]


@plays
def for_each() -> None:
    match, _home, use = holding("for_each", agents=2)
    send(match, 0, match.state.locations[5], 1)
    act(match, use)
    assert mine(match, "coins") == [7]


@plays
def once_for_each() -> None:
    match, _, use = holding("once_for_each")
    assert use not in offers(match)
    match, _, use = holding("once_for_each", agents=3)
    act(match, use)
    assert mine(match, "coins", "untrained", "pool") == [2, 4, 3]


@plays
def each_other_player() -> None:
    match, _, use = holding("each_other_player")
    act(match, use)
    assert [player.coins for player in match.state.players] == [8, 6]


@plays
def take_from() -> None:
    match, home, use = holding("take_from")
    set_player(match, 1, goodwill=1)
    act(match, use)
    assert [player.goodwill for player in match.state.players] == [1, 0]
    assert match.state.players[0].agents == {home: 1}
    three = acting(3, pack=PACK, setup="take_from")
    for seat in (1, 2):
        set_player(three, seat, goodwill=2)
    card = move(three, citizen_from_stack(three), three.state.players[0].hand)
    slot = three.content.locations[home].slips[0].slot
    sleeve_on(three, card, home, slot)
    act(three, UseContact(card, slot))
    assert offers(three) == [ChoosePlayer(1), ChoosePlayer(2)]
    act(three, ChoosePlayer(2))
    assert [player.goodwill for player in three.state.players] == [2, 2, 0]


@plays
def start_of_turn() -> None:
    match, home = location_of_entry("start_of_turn", agents=1)
    assert UseAbility(home) not in offers(match)
    play_turn_from(match, "begin_turn", 1)
    assert [player.influence for player in match.state.players] == [4, 4]
    play_turn_from(match, "begin_turn", 0)
    assert [player.influence for player in match.state.players] == [5, 4]


@plays
def end_of_turn() -> None:
    match, home = location_of_entry("end_of_turn", agents=2)
    assert UseAbility(home) not in offers(match)
    play_turn_from(match, "at_end")
    assert mine(match, "coins") == [7]
    act(match, ChooseOption(1))
    act(match, ChooseNumber(2))
    assert mine(match, "influence", "pool") == [3, 4]
    match, home = location_of_entry("end_of_turn", agents=2)
    play_turn_from(match, "at_end")
    act(match, Pass())
    assert match.state.players[0].agents == {home: 2}


@plays
def once_a_round() -> None:
    match, home = location_of_entry("once_a_round")
    for _ in range(2):
        act(match, UseAbility(home))
    assert UseAbility(home) not in offers(match)
    assert mine(match, "coins", "goodwill") == [3, 4]


@plays
def contact_when_attacked() -> None:
    match, _, use = holding("contact_when_attacked")
    assert use not in offers(match)
    besiege(match, 4)
    act(match, use)
    assert mine(match, "reputation") == [1]


@plays
def counted_things() -> None:
    for option, field, more in (
        # seat 0 gains 5 Coins for 7 slips, or 3 Coins for 4 Influence
        (1, "coins", 5),
        (2, "coins", 3),
        (3, "influence", 2),
        (4, "goodwill", 1),
        (6, "reputation", 1),
    ):
        match, _, use = holding("counted_things")
        set_player(match, 0, goodwill=2)
        set_turn(match, battle=2)
        before = mine(match, field)[0]
        act(match, use)
        act(match, ChooseOption(option))
        assert mine(match, field) == [before + more], option
    match, _, use = holding("counted_things")
    set_turn(match, battle=2)
    act(match, use)
    act(match, ChooseOption(5))
    assert match.state.turn.battle == 4


# -- the table --------------------------------------------------------------------------------------------------


def test_every_entry_of_the_table_is_played() -> None:
    assert set(SCENES) == {one.id for one in known()}


@pytest.mark.parametrize("name", SCENES)
def test_a_printed_card_does_what_the_table_says(name: str) -> None:
    SCENES[name]()


@pytest.mark.parametrize("one", known(), ids=lambda one: one.id)
def test_a_printed_card_says_in_the_pack_what_the_page_says(one: Any) -> None:
    pack = content.PACKS.get(PACK)
    place = pack.locations[one.home]
    said = PAGE.partition(f"### {one.printed} ({one.id})")[2].partition("\n### ")[0]
    for locale in LOCALES:
        say = Translator(locale)
        if one.threat:
            text = threat_text(say, pack, place.slips[0].threat, one.home)
        else:
            text = (contact_text if one.part == "contact" else ability_text)(say, pack, place)
        assert f"- {LANGUAGES[locale]}: {text}\n" in said


def test_positions_of_the_pack_are_saved_and_shown() -> None:
    match, _, _use = holding("take_from")
    with arrange(match) as state:
        state.players[1].goodwill = 2
    again = GAME.load(match.dump())
    assert again.decisions() == match.decisions()
    view = again.view(0)
    assert all(
        GAME.action_text(Translator("hu", ["A", "B"]), view, action).label for action in again.decisions()[0].actions
    )
