"""Scenes that play the printed mythos cards, conditions, costs and solo cards in the table of printed cards."""

from __future__ import annotations

from rules.dark_providence.content.load import pack
from rules.dark_providence.examples.position_builder import (
    agent,
    bury,
    control,
    fill_bag,
    gate,
    hold,
    lay,
    mark,
    next_control,
    own,
    stand,
)
from rules.dark_providence.flow.scoring import result, scores
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    Done,
    EndTurn,
    GoTo,
    Pay,
    PlaceInfluence,
    Strike,
    Travel,
    UseBonus,
    UseCard,
    WorkGate,
)
from rules.dark_providence.state.state import Providence
from tests.dark_providence.made_up_cards import choose, city, give, icons, places_of_card, power
from tests.dark_providence.printed_cards import NAME, acquire, shows, table, use
from tests.dark_providence.table import act, begin_turn, offers, set_allegiance

# -- allegiances and sanity ---------------------------------------------------------------------------------------


@shows("peeks")
def _() -> None:
    match = table()
    use(match, "j_edgar_hoover")
    choose(match, "1")
    assert match.state.players[1].seen == [0]


@shows("unmasks")
def _() -> None:
    match = table()
    use(match, "private_detectives")
    choose(match, "1")
    assert match.state.players[1].revealed


@shows("calms")
def _() -> None:
    match = table()
    match.state.players[0].madness, match.state.bag[1] = 2, 10
    use(match, "danvers_state_hospital")
    assert (match.state.players[0].madness, scores(match, 0)["blue"]) == (1, 1)


@shows("uneasy")
def _() -> None:
    match = table()
    city(match, "arkham", gate=3)
    hold(match, 0, "rlyeh")
    give(match, 0, "rite", power({"op": "gate", "face": "open", "any_agent": True}))
    fill_bag(match, 6, 0)
    act(match, UseCard("rite"))
    act(match, WorkGate("arkham", "open", "monday"))
    assert match.state.players[0].sane == 2  # one sanity token came from the gate's test, and one from the card's


@shows("steady")
def _() -> None:
    match = table()
    own(match, 0, "elder_sign")
    match.state.players[0].madness, match.state.bag[1] = 2, 10
    fill_bag(match, 0, 10)
    act(match, UseCard(give(match, 0, "dream", power({"op": "sanity"}))))
    assert (match.state.players[0].madness, match.state.ending) == (3, [])


# -- mythos cards -------------------------------------------------------------------------------------------------


@shows("extra_action")
def _() -> None:
    match = table()
    acquire(match, "yog_sothoth")
    set_allegiance(match, 0, "cultist")
    assert (match.state.turn.actions, scores(match, 0)["green"]) == (2, 1)


@shows("sanity")
def _() -> None:
    match = table()
    fill_bag(match, 6, 0)
    acquire(match, "hastur")
    set_allegiance(match, 0, "cultist")
    assert (match.state.players[0].sane, scores(match, 0)["green"]) == (1, 1)


@shows("cthulhu")
def _() -> None:
    match = table()
    control(match, 1, "boston")
    vp = match.state.players[1].vp
    acquire(match, "cthulhu")
    choose(match, "boston")
    assert (match.state.places["boston"].controller, match.state.players[1].vp) == (-1, 0 if vp else vp)
    begin_turn(match, 0)
    hold(match, 0, "radio_network")
    assert PlaceInfluence("boston") not in offers(match)


@shows("mi_go")
def _() -> None:
    match = table()
    acquire(match, "mi_go")
    choose(match, "detroit")
    assert (match.state.agents["mi_go"].owner, match.state.agents["mi_go"].city) == (0, "detroit")
    assert "mi_go" not in table(1).state.mythos_deck


@shows("whateleys")
def _() -> None:
    match = table()
    acquire(match, "whateleys")
    for where in ("arkham", "arkham", "boston"):
        choose(match, where)
    assert sorted(match.state.whateleys) == ["arkham", "arkham", "boston"]


@shows("impostor")
def _() -> None:
    match = table()
    set_allegiance(match, 0, "ex_cultist")
    match.state.ritual, match.state.investigation = 4, 2
    before = scores(match, 0)["track"]
    own(match, 0, "impostor")
    assert scores(match, 0)["track"] < before


@shows("second_wind")
def _() -> None:
    match = table()
    own(match, 0, "nikola_tesla")
    acquire(match, "seance")
    assert match.state.turn.actions == 2


@shows("silver_key")
def _() -> None:
    match = table()
    own(match, 0, "silver_key")
    assert scores(match, 0)["blue"] == 1


@shows("second_target")
def _() -> None:
    match = table()
    own(match, 0, "black_goat")
    lay(match, "chicago", "seance")
    hold(match, 0, "radio_network")
    act(match, PlaceInfluence("boston"))
    act(match, Choose("seance"))
    assert (match.state.marks["boston"][0], match.state.marks["seance"][0]) == (2, 1)


@shows("vp_for_each")
def _() -> None:
    match = table()
    control(match, 0, "boston")
    control(match, 0, "detroit")
    before = match.state.players[0].vp
    acquire(match, "lost_city")
    assert match.state.players[0].vp == before + 2


@shows("necronomicon")
def _() -> None:
    match = table()
    fill_bag(match, 6, 0)
    acquire(match, "necronomicon")
    assert (match.state.players[0].vp, match.state.players[0].sane) == (3, 1)


@shows("most_in_ties")
def _() -> None:
    match = table()
    mark(match, 0, "detroit", 1)
    mark(match, 1, "detroit", 1)
    assert AcquireTarget("detroit") not in offers(match)
    own(match, 0, "yellow_sign")
    assert AcquireTarget("detroit") in offers(match)


@shows("end_ties")
def _() -> None:
    match = table()
    for seat, allegiance in enumerate(("cultist", "investigator", "ex_cultist")):
        set_allegiance(match, seat, allegiance)
    match.state.players[0].vp = match.state.players[1].vp = 4
    own(match, 0, "pnakotic_manuscripts")
    own(match, 1, "yellow_sign")
    assert result(match).winners == [0]


@shows("end_score")
def _() -> None:
    match = table()
    own(match, 0, "music_of_erich_zann")
    match.state.players[0].madness, match.state.bag[1] = 2, 10
    assert scores(match, 0)["end"] == 2


@shows("end_condition")
def _() -> None:
    match = table()
    own(match, 0, "dagon")
    bury(match, 1, "wyatt_earp")
    bury(match, 0, "father_lachlan")
    assert scores(match, 0)["end"] == 0
    bury(match, 0, "gerard_lescaux")
    assert scores(match, 0)["end"] == 3


@shows("once_a_turn")
def _() -> None:
    match = table()
    own(match, 0, "great_race")
    hold(match, 0, "seance", "fbi", zone="discard")
    act(match, UseBonus("great_race"))
    choose(match, "seance")
    assert (match.state.turn.actions, UseBonus("great_race") in offers(match)) == (2, False)


@shows("locksmith")
def _() -> None:
    match = table()
    mark(match, 0, "detroit", 1)
    match.state.locks.append("detroit")
    assert AcquireTarget("detroit") not in offers(match)
    own(match, 0, "cats_of_ulthar")
    act(match, AcquireTarget("detroit"))
    assert match.state.places["detroit"].controller == 0


@shows("hunter")
def _() -> None:
    match = table()
    agent(match, 1, "wyatt_earp", "arkham", returned=True)
    city(match, "arkham", control=0)
    hold(match, 0, "ruthless_conspirator")
    assert UseCard("ruthless_conspirator") not in offers(match)
    own(match, 0, "nyarlathotep")
    act(match, UseCard("ruthless_conspirator"))
    act(match, Strike("wyatt_earp", "monday"))
    assert match.state.players[0].crypt == ["wyatt_earp"]


@shows("martial_law")
def _() -> None:
    match = table()
    use(match, "martial_law")
    choose(match, "new_york")
    assert match.state.martial_law == "new_york"
    icons(match, 0, "wealth", 9)
    act(match, Travel("monday"))
    assert {"new_york", "boston"} & {action.city for action in offers(match, GoTo)} == {"boston"}


# -- conditions, amounts, prices ------------------------------------------------------------------------------------


@shows("if_you_have")
def _() -> None:
    match = table()
    use(match, "fbi")
    assert (match.state.players[0].vp, len(match.state.players[0].hand)) == (0, 2)
    begin_turn(match, 0)
    agent(match, 0, "wyatt_earp", "boston")
    agent(match, 0, "moses_fleet", "boston")
    use(match, "fbi")
    assert (match.state.players[0].vp, len(match.state.players[0].hand)) == (2, 2)


@shows("if_rival_has")
def _() -> None:
    for vp, lost in ((4, 0), (5, 2)):
        match = table()
        match.state.players[1].vp = vp
        use(match, "ghouls")
        if lost:
            choose(match, "1")
        assert match.state.players[1].vp == vp - lost
        assert len(match.state.players[0].hand) == 1


@shows("if_most")
def _() -> None:
    for rivals, space in ((1, 0), (0, 2)):
        match = table()
        own(match, 0, "silver_key")
        if rivals:
            own(match, 1, "yellow_sign")
        use(match, "starry_wisdom")
        assert match.state.ritual == space


@shows("for_each")
def _() -> None:
    match = table()
    hold(match, 0, "seance")
    assert UseCard("seance") not in offers(match)
    agent(match, 0, "wyatt_earp", "boston")
    agent(match, 0, "moses_fleet", "boston")
    match.state.players[0].hand[:] = ["seance"]
    hold(match, 0, "wyatt_earp", "moses_fleet", zone="discard")
    act(match, UseCard("seance"))
    assert len(match.state.players[0].hand) == 2


@shows("for_each_track")
def _() -> None:
    match = table()
    gate(match, 0, "boston", "close")
    gate(match, 0, "detroit", "close")
    gate(match, 0, "chicago", "open")
    use(match, "ward_stones")
    assert match.state.investigation == 2


@shows("for_each_rival")
def _() -> None:
    match = table()
    use(match, "eliot_ness")
    choose(match, "boston")
    assert match.state.marks["boston"][0] == 2


@shows("pay_icons")
def _() -> None:
    match = table()
    hold(match, 0, "speakeasy")
    assert UseCard("speakeasy") not in offers(match)
    coins = icons(match, 0, "wealth", 1, 2, 2)
    act(match, UseCard("speakeasy"))  # the player can't decline the cost, because the action would then have no effect
    assert set(offers(match)) == {Pay((coins[1],)), Pay((coins[2],))}
    act(match, Pay((coins[2],)))
    choose(match, "boston")
    assert match.state.marks["boston"][0] == 3
    assert sorted(match.state.players[0].discard) == sorted(["speakeasy", coins[2]])


@shows("pay_discard")
def _() -> None:
    match = table()
    hold(match, 0, "dynamite")
    use(match, "carl_jung")
    player = match.state.players[0]
    assert ("dynamite" in player.discard, len(player.hand)) == (True, 2)


@shows("pay_destroy")
def _() -> None:
    match = table()
    hold(match, 0, "dynamite")
    use(match, "joseph_curwen")
    assert (places_of_card(match, "dynamite"), match.state.players[0].vp) == (["destroyed"], 1)


@shows("pay_vp")
def _() -> None:
    match = table()
    lay(match, "arkham", "dynamite")
    match.state.players[0].vp = 3
    use(match, "inspector_legrasse")
    if Choose("dynamite") in offers(match):
        choose(match, "dynamite")
    assert (places_of_card(match, "dynamite"), match.state.players[0].vp) == (["discard 0"], 2)


@shows("pay_markers")
def _() -> None:
    match = table()
    use(match, "stephanie_st_claire")
    player = match.state.players[0]
    assert (player.supply, player.limbo, len(player.hand)) == (4, 2, 2)


@shows("pay_sanity")
def _() -> None:
    match = table()
    fill_bag(match, 0, 12)
    use(match, "keziah_mason")
    assert (match.state.players[0].madness, match.state.ritual) == (1, 2)


@shows("turn_begins")
def _() -> None:
    match = table()
    own(match, 1, "offering")
    hold(match, 1, "dynamite")
    act(match, EndTurn())
    assert (match.state.turn.seat, set(offers(match))) == (1, {Choose("pay"), Done()})
    act(match, Choose("pay"))
    assert (match.state.players[1].vp, places_of_card(match, "dynamite")) == (1, ["destroyed"])


@shows("turn_ends")
def _() -> None:
    match = table()
    own(match, 0, "shining_trapezohedron")
    mark(match, 0, "boston", 1)
    act(match, EndTurn())
    assert (match.state.players[0].supply, match.state.turn.seat) == (6, 1)
    assert pack(NAME).mythos["shining_trapezohedron"].flavour


# -- solo play ------------------------------------------------------------------------------------------------------


def against(old_one: str) -> Providence:
    """Return a solo match against this Great Old One, whose first cultist is in Arkham and acts next."""
    match = table(1, old_one=old_one)
    next_control(match, "stars_align")
    stand(match, 1, "arkham")
    return match


@shows("locks_assets")
def _() -> None:
    match = against("nyarlathotep")
    act(match, EndTurn())
    faces = [match.state.places[name].stack[0] for name in match.content.board.route[:3]]
    assert set(faces) <= set(match.state.locks)


@shows("marks_assets")
def _() -> None:
    match = against("hastur")
    faces = [match.state.places[name].stack[0] for name in match.content.board.route[:3]]
    act(match, EndTurn())
    assert [match.state.marks[face][1] for face in faces] == [1, 1, 1]


@shows("keeps_assets")
def _() -> None:
    match = table(1, old_one="black_goat")
    next_control(match, "thin_places")
    stand(match, 1, "boston")
    lay(match, "boston", "seance", "fbi")
    mark(match, 1, "seance", 2)
    act(match, EndTurn())
    assert match.state.old_one is not None
    assert "seance" in match.state.old_one.kept
