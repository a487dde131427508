"""Scenes that play the printed asset cards and icons in the table of printed cards."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import (
    agent,
    bury,
    fill_bag,
    hold,
    lay,
    mark,
    own,
    show,
)
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    Choose,
    ChooseWay,
    DiscardCard,
    FreeMove,
    Meddle,
    PlaceInfluence,
    React,
    RecoverInfluence,
    Strike,
    UseBonus,
    UseCard,
    WorkGate,
)
from tests.dark_providence.made_up_cards import choices, choose, city, give, places_of_card, power
from tests.dark_providence.printed_cards import acquire, shows, table, use
from tests.dark_providence.table import act, begin_turn, offers, set_allegiance
from tests.game_helpers import of_kinds

# -- icons and marks ------------------------------------------------------------------------------------------


@shows("icons")
def _() -> None:
    match = table()
    hold(match, 0, "radio_network")
    player = match.state.players[0]

    def again() -> None:
        begin_turn(match, 0)
        hold(match, 0, "radio_network")

    act(match, PlaceInfluence("boston"))
    assert match.state.marks["boston"][0] == 2
    again()
    act(match, RecoverInfluence())
    assert player.supply == 6
    again()
    act(match, BuyInfluence())
    assert (player.supply, player.pool) == (7, 11)
    for track in ("ritual", "investigation"):
        for direction, space in (("up", 2), ("down", 0)):
            again()
            act(match, Meddle(track, direction))
            assert getattr(match.state, track) == space
    again()
    city(match, "arkham", control=2, gate=2)
    agent(match, 1, "wyatt_earp", "arkham")
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}))
    assert {UseCard("knife"), UseCard("rite")} <= set(offers(match))


@shows("two_influence")
def _() -> None:
    match = table()
    hold(match, 0, "monday_favour_1" if "monday_favour_1" in match.state.owners else "monday_favour")
    act(match, PlaceInfluence("boston"))
    assert match.state.marks["boston"][0] == 2


@shows("ritual_icons")
def _() -> None:
    match = table()
    hold(match, 0, "new_orleans")
    act(match, Meddle("ritual", "up"))
    assert match.state.ritual == 2


@shows("pink")
def _() -> None:
    match = table()
    agent(match, 0, "gerard_lescaux", "boston")
    set_allegiance(match, 0, "investigator")
    assert scores(match, 0)["pink"] == 1


@shows("blue")
def _() -> None:
    match = table()
    hold(match, 0, "randolph_carter")
    assert scores(match, 0)["blue"] == 1


@shows("no_marks")
def _() -> None:
    match = table()
    agent(match, 0, "moses_fleet", "boston")
    set_allegiance(match, 0, "investigator")
    assert (scores(match, 0)["pink"], scores(match, 0)["blue"]) == (0, 0)


@shows("agent_strength")
def _() -> None:
    match = table()
    agent(match, 0, "wyatt_earp", "boston")
    agent(match, 1, "adsila_chavos", "boston")
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    city(match, "boston", control=2)
    assert UseCard("knife") in offers(match)
    city(match, "boston", control=3)
    assert UseCard("knife") not in offers(match)


# -- common card actions ----------------------------------------------------------------------------------------


@shows("own_assassin")
def _() -> None:
    match = table()
    agent(match, 0, "adsila_chavos", "boston")
    agent(match, 1, "gerard_lescaux", "boston")
    city(match, "boston", control=1)
    use(match, "adsila_chavos")
    act(match, Strike("gerard_lescaux", "adsila_chavos"))
    assert match.state.players[0].crypt == ["gerard_lescaux"]


@shows("any_assassin")
def _() -> None:
    match = table()
    agent(match, 1, "father_lachlan", "arkham")
    city(match, "arkham", control=0)
    use(match, "ruthless_conspirator")
    act(match, Strike("father_lachlan", "monday"))
    assert match.state.players[0].crypt == ["father_lachlan"]


@shows("kills_returned")
def _() -> None:
    match = table()
    agent(match, 1, "father_lachlan", "arkham", returned=True)
    city(match, "arkham", control=0)
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    own(match, 0, "shoggoth")
    assert UseCard("knife") not in offers(match)
    act(match, UseCard("shoggoth"))
    act(match, Strike("father_lachlan", "monday"))
    assert match.state.players[0].crypt == ["father_lachlan"]


@shows("opens_gate")
def _() -> None:
    match = table()
    agent(match, 0, "james_horus_rose", "boston")
    city(match, "boston", gate=1)
    use(match, "james_horus_rose")
    act(match, WorkGate("boston", "open", "james_horus_rose"))
    assert (match.state.places["boston"].gate, match.state.places["boston"].gate_owner) == ("open", 0)


@shows("closes_gate")
def _() -> None:
    match = table()
    (card,) = (card for card in match.state.owners if card.startswith("monday_warding_rite"))
    city(match, "arkham", gate=0)
    use(match, card)
    act(match, WorkGate("arkham", "close", "monday"))
    assert match.state.places["arkham"].gate == "close"
    assert places_of_card(match, card) == ["destroyed"]


@shows("lock")
def _() -> None:
    match = table()
    (card, *_) = (card for card in match.state.owners if card.startswith("monday_skeleton_key"))
    use(match, card)
    choose(match, "place/boston")
    assert match.state.locks == ["boston"]
    begin_turn(match, 0)
    use(match, card)
    choose(match, "remove/boston")
    assert match.state.locks == []


# -- kinds of power ---------------------------------------------------------------------------------------------


@shows("bonus")
def _() -> None:
    match = table()
    hold(match, 0, "bank_vault")
    act(match, UseBonus("bank_vault"))
    choose(match, "place/boston")
    assert (match.state.locks, match.state.turn.actions) == (["boston"], 2)


@shows("choice")
def _() -> None:
    match = table()
    mark(match, 1, "boston", 2)
    use(match, "police_raid")
    act(match, ChooseWay(1))
    choose(match, "place/boston")
    assert (match.state.locks, match.state.marks["boston"][1]) == (["boston"], 2)


@shows("when_destroyed")
def _() -> None:
    match = table()
    hold(match, 0, "life_insurance")
    give(match, 0, "fire", power({"op": "purge"}))
    act(match, UseCard("fire"))
    act(match, React())
    assert match.state.players[0].vp == 2


@shows("when_discarded")
def _() -> None:
    match = table()
    hold(match, 0, "tabloid_press")
    act(match, DiscardCard("tabloid_press"))
    act(match, React())
    assert len(match.state.players[0].hand) == 1


@shows("when_played")
def _() -> None:
    match = table()
    use(match, "ritual_dagger")
    act(match, React())
    assert (len(match.state.players[0].hand), match.state.ritual) == (1, 1)


@shows("when_acquired")
def _() -> None:
    match = table()
    acquire(match, "arnold_rothstein")
    assert match.state.players[0].pool == 10


# -- agents -----------------------------------------------------------------------------------------------------


@shows("double_influence")
def _() -> None:
    match = table()
    agent(match, 0, "alice_ochs", "detroit")
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 2)
    act(match, AcquireTarget("detroit"))
    assert match.state.places["detroit"].controller == 0


@shows("free_move")
def _() -> None:
    match = table()
    agent(match, 0, "lillian_la_france", "boston")
    before = match.state.turn.actions
    (first, *_) = offers(match, FreeMove)
    act(match, first)
    assert (match.state.agents["lillian_la_france"].city, match.state.turn.actions) == (first.city, before)
    assert not offers(match, FreeMove)


@shows("unkillable")
def _() -> None:
    match = table()
    agent(match, 1, "harry_houdini", "arkham")
    city(match, "arkham", control=0)
    hold(match, 0, "ruthless_conspirator")
    assert UseCard("ruthless_conspirator") not in offers(match)


@shows("returners")
def _() -> None:
    match = table()
    agent(match, 0, "wyatt_earp", "boston")
    hold(match, 0, "deep_ones", zone="discard")
    agent(match, 0, "deep_one_1", "boston")
    use(match, "returners")
    assert set(choices(match)) == {"monday", "wyatt_earp"}
    choose(match, "wyatt_earp")
    assert match.state.agents["wyatt_earp"].returned


@shows("recruited_only")
def _() -> None:
    match = table()
    agent(match, 1, "wyatt_earp", "boston")
    hold(match, 1, "deep_ones", zone="discard")
    agent(match, 1, "deep_one_1", "boston")
    use(match, "herbert_west")
    assert match.state.agents["wyatt_earp"].returned  # Wyatt Earp was the only legal target
    assert scores(match, 0)["blue"] == 1


@shows("corruption")
def _() -> None:
    match = table()
    agent(match, 1, "wyatt_earp", "arkham")
    hold(match, 1, "wyatt_earp", zone="deck")
    hold(match, 1, "deep_ones", zone="discard")
    agent(match, 1, "deep_one_1", "arkham")
    events = use(match, "corruption")
    assert match.state.agents["wyatt_earp"].owner == 0
    assert places_of_card(match, "wyatt_earp") == ["discard 0"]
    assert places_of_card(match, "corruption") == ["destroyed"]
    assert of_kinds(events, "agent_defected")[0].before == 1


@shows("revived")
def _() -> None:
    match = table()
    bury(match, 0, "wyatt_earp")
    use(match, "hart_island")
    back = match.state.agents["wyatt_earp"]
    assert (back.owner, back.city, back.returned) == (0, "arkham", True)
    assert match.state.players[0].crypt == []
    assert places_of_card(match, "wyatt_earp") == ["destroyed"]


@shows("destroys_agent")
def _() -> None:
    match = table()
    agent(match, 1, "wyatt_earp", "arkham")
    agent(match, 1, "father_lachlan", "boston")
    use(match, "tommy_guns")
    assert "wyatt_earp" not in match.state.agents
    assert "father_lachlan" in match.state.agents
    assert places_of_card(match, "wyatt_earp") == ["destroyed"]


@shows("moves_agents")
def _() -> None:
    match = table()
    use(match, "night_express")
    choose(match, "new_orleans")  # the lead agent is the only agent that can move
    assert match.state.agents["monday"].city == "new_orleans"


@shows("moves_others")
def _() -> None:
    match = table()
    use(match, "bessie_coleman")
    choose(match, "tuesday")
    choose(match, "new_york")
    assert match.state.agents["tuesday"].city == "new_york"


@shows("deep_ones")
def _() -> None:
    match = table()
    hold(match, 0, "deep_ones")
    for number, where in enumerate(("arkham", "arkham", "boston"), 1):
        agent(match, 0, f"deep_one_{number}", where)
    city(match, "arkham", control=2)
    city(match, "boston", control=2)
    act(match, UseCard("deep_ones"))
    act(match, ChooseWay(1))
    # the card takes a city with two Deep Ones, and Boston has only one
    assert match.state.places["arkham"].controller == 0


# -- influence --------------------------------------------------------------------------------------------------


@shows("drives_off")
def _() -> None:
    match = table()
    mark(match, 1, "boston", 4)
    use(match, "anarchists")
    rival = match.state.players[1]
    assert (match.state.marks["boston"][1], rival.limbo, rival.supply) == (1, 3, 2)


@shows("spreads")
def _() -> None:
    match = table()
    use(match, "political_machine")
    for target in ("boston", "chicago", "boston"):
        choose(match, target)
    assert (match.state.marks["boston"][0], match.state.marks["chicago"][0]) == (2, 1)


@shows("shifts")
def _() -> None:
    match = table()
    mark(match, 0, "boston", 4)
    use(match, "wall_street")
    choose(match, "chicago")  # the markers come from Boston automatically, the only city with markers
    assert (match.state.marks["boston"][0], match.state.marks["chicago"][0]) == (1, 3)
    assert match.state.turn.actions == 1


@shows("places")
def _() -> None:
    match = table()
    use(match, "secret_lodge")
    assert set(choices(match)) == set(match.state.places)
    choose(match, "boston")
    assert match.state.marks["boston"][0] == 2


@shows("recovers")
def _() -> None:
    match = table()
    mark(match, 0, "boston", 3)
    use(match, "debt_collectors")
    assert match.state.players[0].supply == 6


# -- cards ------------------------------------------------------------------------------------------------------


@shows("acquires_locked")
def _() -> None:
    match = table()
    match.state.locks.append("arkham")
    city(match, "arkham", control=1)
    use(match, "coup")
    assert (match.state.places["arkham"].controller, match.state.locks) == (0, ["arkham"])


@shows("acquires_asset")
def _() -> None:
    match = table()
    lay(match, "arkham", "seance")
    city(match, "arkham", control=3)
    use(match, "auction_house")
    assert places_of_card(match, "seance") == ["discard 0"]


@shows("secret_stock")
def _() -> None:
    match = table()
    found = match.state.stock[:3]
    use(match, "secret_warehouse")
    act(match, Choose(found[1]))
    assert places_of_card(match, found[1]) == ["discard 0"]


@shows("destroys_asset")
def _() -> None:
    match = table()
    lay(match, "boston", "seance", "fbi")
    use(match, "dynamite")
    choose(match, "seance")
    assert places_of_card(match, "seance") == ["destroyed"]
    assert match.state.places["boston"].stack == ["fbi"]


@shows("banishes")
def _() -> None:
    match = table()
    own(match, 0, "colour_out_of_space")
    show(match, "hastur", "dagon")
    mark(match, 1, "hastur", 2)
    act(match, UseCard("colour_out_of_space"))
    choose(match, "hastur")
    assert places_of_card(match, "hastur") == ["destroyed"]
    assert (match.state.players[1].supply, len(match.state.row)) == (6, 2)


@shows("draws_discards")
def _() -> None:
    match = table()
    use(match, "miskatonic_university")
    player = match.state.players[0]
    assert len(player.hand) == 3
    gone = player.hand[0]
    choose(match, choices(match)[0])
    assert (len(player.hand), len(player.discard)) == (2, 2)
    assert gone in player.hand + player.discard


@shows("purges")
def _() -> None:
    match = table()
    hold(match, 0, "seance", "fbi")
    use(match, "burned_letters")
    choose(match, "seance")
    choose(match, "fbi")
    assert (places_of_card(match, "seance"), len(match.state.players[0].hand)) == (["destroyed"], 2)


@shows("fetches")
def _() -> None:
    match = table()
    hold(match, 0, "seance", "fbi", zone="discard")
    use(match, "forbidden_library")
    choose(match, "seance")
    choose(match, "fbi")
    assert match.state.players[0].hand == ["seance", "fbi"]


@shows("spies")
def _() -> None:
    match = table()
    hold(match, 1, "seance", "fbi")
    hold(match, 0, "cover_up")
    events = match.apply(0, UseCard("cover_up"))
    (seen,) = (event for event in events if event.body.kind == "saw_hand")
    assert (seen.body.cards, seen.to) == (("fbi", "seance"), (0,))


@shows("rival_discards")
def _() -> None:
    match = table()
    hold(match, 1, "seance", "fbi", "dynamite")
    hold(match, 2, "returners")
    use(match, "explorers_club")
    choose(match, "1")
    assert (len(match.state.players[1].hand), len(match.state.players[2].hand)) == (1, 1)


@shows("mills")
def _() -> None:
    match = table()
    top = match.state.players[2].deck[:2]
    use(match, "occult_collector")
    choose(match, "2")
    assert match.state.players[2].discard == top


@shows("ruins")
def _() -> None:
    match = table()
    hold(match, 1, "seance", "fbi", zone="discard")
    use(match, "exorcism")
    assert (places_of_card(match, "fbi"), match.state.players[1].discard) == (["destroyed"], ["seance"])


@shows("cacophony")
def _() -> None:
    match = table()
    hold(match, 1, "seance")
    acquire(match, "maddening_cacophony")
    assert match.state.players[1].discard == ["seance"]
    fill_bag(match, 0, 12)
    act(match, UseCard("maddening_cacophony"))
    choose(match, "2")
    assert [player.madness for player in match.state.players] == [0, 0, 1]
    assert "maddening_cacophony" not in table(1).state.mythos_deck
