"""Section 36 of RULES.md, the part for the rules engine: automatic answers, what they reveal, and undoing moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.store.statements import journal
from bot.store.store import Store
from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, arrange, enlisting, hold, new, scene, set_card
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import BeActive, Keep, Lay, Mulligan, Pass, Throw, Waive
from rules.aevum_haeresis.state.options import Options
from rules.kernel.engine.match import Match
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, waive, window
from tests.aevum_haeresis.window_helpers import (
    FILLER,
    WOUND,
    announce,
    close_window,
    dem,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    seats_of,
)
from tests.game_helpers import act, asked, look, offers, rule
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA as ANNAS_ID
from tests.matches.room import BELA as BELAS_ID
from tests.matches.room import ManualClock, can_take_back

# -- automatic answers ----------------------------------------------------------------------------------------


@rule("AH-PBP.6", "AH-COST.16")
@pytest.mark.parametrize("cost", [{"gold": 6}, {"souls": 2}, {"cards": 1}, {"sacrifice": True}, {"turn_own": True}])
def test_a_card_that_on_public_facts_cannot_be_paid_for_goes_unasked(cost: dict[str, Any]):
    match = scene()
    set_card(match, match.state.players[ANNA].damned, ready=False)
    (mine,) = hold(match, ANNA, card(match, "mine", cost=cost))
    enlisting(match)
    events = lay(match, ANNA, mine)
    assert "offer" not in {body.kind for body in events}
    assert mine in match.state.players[ANNA].pyre
    assert is_asked(match, "act")


@rule("AH-PBP.6", "AH-COST.10")
def test_a_card_without_a_target_goes_unasked():
    match = scene()
    (mine,) = hold(match, ANNA, card(match, "mine", type="event", do=[WOUND]))
    enlisting(match)
    lay(match, ANNA, mine)
    assert mine in match.state.players[ANNA].pyre


@rule("AH-PBP.6", "AH-MAN.12")
def test_who_has_no_one_to_block_with_is_not_asked_to():
    match = scene()
    set_card(match, match.state.players[BELA].damned, ready=False)
    announce_unblocked(match)
    assert match.state.players[ANNA].souls == 2
    match = scene()
    announce(match)
    act(match, offers(match)[0])
    assert asked(match) == (BELA, "team")


@rule("AH-PBP.6")
@seats_of
def test_a_window_asks_who_holds_a_card_or_has_an_ability_to_use_and_no_one_else(seat: int):
    match = scene()
    act(match, Pass())
    assert window(match) == ""
    hold(match, seat, FILLER)
    act(match, Pass())
    assert asked(match) == (seat, "window")
    match = scene()
    heretic(match, seat, abilities=dem(windows=["pass_declared"]))
    act(match, Pass())
    assert asked(match) == (seat, "window")
    match = scene()
    heretic(match, seat, abilities=dem(windows=["pass_declared"], cost={"gold": 6}))
    act(match, Pass())
    assert window(match) == ""


@rule("AH-PBP.6", "AH-EPILOGUE.1")
def test_who_holds_no_card_is_not_asked_for_a_discard():
    match = scene()
    hold(match, BELA, FILLER)
    act(match, Pass())
    waive(match)
    act(match, Pass())
    waive(match)
    assert asked(match) == (BELA, "epilogue_discard")
    act(match, Throw(match.state.players[BELA].hand[0]))
    assert match.state.round == 3


@rule("AH-PBP.7", "AH-INFO.6")
@pytest.mark.parametrize("pace", ["stops", "ask_all", "uniform"])
@seats_of
def test_a_window_waits_alike_for_a_hand_that_can_react_and_for_one_that_cannot(pace: str, seat: int):
    seen: list[Any] = []
    for held in (FILLER, "friar_with_the_lantern"):
        match = scene(pace=pace)
        hold(match, seat, FILLER, "friar_with_the_lantern")
        with arrange(match) as state:  # the other card goes into the deck, so both matches look alike to the rival
            player = state.players[seat]
            player.plot += [card for card in player.hand if kind(card) != held]
            player.hand = [card for card in player.hand if kind(card) == held]
        hold(match, 1 - seat, FILLER)
        act(match, Pass())
        shown = [look(match, 1 - seat), look(match, None)]
        while is_asked(match, "window"):
            act(match, Waive())
            shown += [look(match, 1 - seat), look(match, None)]
        seen.append(shown)
    assert [one.to_act for one in seen[0]] == [one.to_act for one in seen[1]]
    assert seen[0][1::2] == seen[1][1::2]


@rule("AH-PBP.12")
@seats_of
def test_at_the_pace_of_trust_who_has_no_dem_is_not_asked_and_who_has_one_is(seat: int):
    match = scene(pace="trust")
    hold(match, ANNA, FILLER)
    hold(match, BELA, FILLER)
    act(match, Pass())
    assert asked(match) == (BELA, "act")
    hound = hunter(match, seat)
    act(match, Pass())
    assert asked(match) == (seat, "window")
    play(match, hound)
    # no player was asked in the window, because no hand has another card for it
    assert is_asked(match, "epilogue_discard")


@rule("AH-PBP.12")
def test_before_agreeing_to_trust_both_are_told_that_it_tells_who_can_react():
    told = Options.model_fields["pace"].description
    assert told is not None
    assert "only where a player can react, which reveals who can" in told


@rule("AH-PBP.12")
@pytest.mark.parametrize("pace", ["ask_all", "uniform"])
def test_at_these_paces_every_window_is_put_to_both(pace: str):
    match = scene(pace=pace)
    hold(match, ANNA, FILLER)
    hold(match, BELA, FILLER)
    act(match, Pass())
    assert asked(match) == (ANNA, "window")
    act(match, Waive())
    assert asked(match) == (BELA, "window")


@rule("AH-PBP.21", "AH-INFO.8")
def test_a_hint_that_there_is_a_dem_is_on_its_owners_table_only_and_makes_no_event():
    match = scene_with_cards()
    hunter(match, BELA)
    events = act(match, Pass())
    events += act(match, Waive())
    assert {body.kind for body in events} <= {"passed"}
    assert look(match, BELA).pending is not None
    assert look(match, ANNA).pending is None
    assert set(match.decisions()) == {BELA}


# -- taking back ----------------------------------------------------------------------------------------------


def is_free_to_undo(match: Match[Any], seat: int, action: Any) -> bool:
    """Apply a move. Return whether the seat that made the move can take it back without asking."""
    before = match.epoch
    match.apply(seat, action)
    return match.epoch == before


@rule("AH-PBP.27", "AH-STORY.7")
def test_laying_a_card_can_be_taken_back_and_what_was_named_out_of_the_hand_cannot():
    match = enlisting(scene_with_cards())
    names = hold(match, ANNA, "cold_hands", "eel_sermon")
    act(match, Lay(names[0]))
    assert is_free_to_undo(match, ANNA, Lay(names[1]))
    match = scene_with_cards()
    hounds = [hunter(match, ANNA, f"hound_{number}") for number in (1, 2)]
    act(match, Pass())
    play(match, hounds[0])
    (again,) = [action for action in offers(match) if action.verb == "play"]
    assert not is_free_to_undo(match, ANNA, again)


@rule("AH-PBP.27")
@pytest.mark.parametrize(
    "op",
    [{"op": "draw"}, {"op": "mill"}, {"op": "peek"}, {"op": "roll", "rows": [[6, []]]}, {"op": "discard", "who": "me"}],
)
def test_nothing_is_taken_back_past_a_draw_a_look_a_die_or_a_card_shown(op: dict[str, Any]):
    match = scene()
    hold(match, BELA, FILLER)
    hold(match, ANNA, FILLER)
    bell = heretic(match, ANNA, abilities=[*dem({"op": "heal"}), *dem(op)])
    act(match, Pass())
    first, second = (action for action in offers(match) if action.verb == "dem")
    assert first.card == f"{bell}/0"
    act(match, first)
    assert match.state.last_seat == ANNA
    assert not is_free_to_undo(match, ANNA, second)


@rule("AH-PBP.27")
def test_a_move_after_which_the_other_moved_is_not_ones_own_last():
    match = scene_with_cards()
    act(match, Pass())
    before = match.epoch
    act(match, Waive())
    assert match.epoch == before
    act(match, Waive())
    assert match.epoch > before


@rule("AH-PBP.27", "AH-STORY.10")
def test_the_reveal_of_a_chapter_and_of_sealed_choices_bars_taking_back():
    match = enlisting(scene_with_cards())
    lay(match, ANNA, *hold(match, ANNA, "cold_hands"))
    before = match.epoch
    lay(match, BELA, *hold(match, BELA, "cut_him_down"))
    assert is_asked(match, "window")
    assert match.epoch > before + 1  # the epoch rises once for Béla's move, and once for the reveal
    match = scene_with_cards()
    act(match, Pass())
    close_window(match)
    act(match, Pass())
    close_window(match)
    act(match, Throw(match.state.players[ANNA].hand[0]), ANNA)
    before = match.epoch
    act(match, Throw(match.state.players[BELA].hand[0]), BELA)
    assert match.epoch > before + 1


# -- randomness -----------------------------------------------------------------------------------------------


@rule("AH-PBP.28", "AH-SETUP.2", "AH-GEN.16")
def test_all_randomness_comes_from_the_seed_fixed_before_the_game():
    def story(seed: str) -> list[Any]:
        match = GAME.new(2, seed)
        told: list[Any] = []
        while not match.over and len(told) < 400:
            seat = min(match.decisions())
            offered = match.decisions()[seat].actions
            told += act(match, offered[len(told) % len(offered)], seat)
        return [*told, match.dump()]

    assert story("one") == story("one")
    assert story("one") != story("two")


@rule("AH-PBP.28", "AH-SETUP.9")
def test_shuffles_the_pick_and_dice_differ_from_seed_to_seed():
    picked = {asked(new(f"seed {number}"))[0] for number in range(20)}
    assert picked == {ANNA, BELA}
    assert len({repr(new(f"seed {number}").state.players[0].plot) for number in range(20)}) == 20


# -- the journal of inputs ------------------------------------------------------------------------------------


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MatchService]:
    monkeypatch.setitem(rules.GAMES, GAME.id, GAME)
    async with await Store.open(tmp_path / "tenebrae.sqlite3") as store:
        yield MatchService(store, ManualClock(), {GAME.id: GAME})


async def begin_match(service: MatchService) -> Any:
    """Start a match between Anna and Béla."""
    info = await service.lobby.open(
        LobbyRequest(game=GAME.id, guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNAS_ID, name="Anna"
    )
    await service.lobby.join(info.id, BELAS_ID, "Béla")
    return await service.lobby.start(info.id, ANNAS_ID)


@rule("AH-PBP.29")
async def test_every_input_is_kept_in_order_and_one_for_an_older_state_is_refused(service: MatchService):
    info = await begin_match(service)
    kept: list[int] = []
    for action in (BeActive(0), Keep(), Mulligan()):
        table = await service.matches.table(info.id)
        (seat,) = table.match.decisions()
        user = info.seats[seat].user_id
        outcome = await service.play.act(info.id, user, action, table.seq)
        kept.append(outcome.table.seq)
        async with refused("moved on"):
            await service.play.act(info.id, user, action, table.seq)
    assert kept == [2, 3, 4]
    line = await journal.effective_entries(service.matches.store.read, info.id, 4)
    assert [(row.seq, row.kind) for row in reversed(line)] == [(1, "start"), (2, "act"), (3, "act"), (4, "act")]
    table = await service.matches.table(info.id)
    assert (table.seq, is_asked(table.match, "location")) == (4, True)


@rule("AH-PBP.27", "AH-PBP.29")
async def test_a_row_is_taken_back_by_its_player_alone_until_it_is_revealed(service: MatchService):
    info = await begin_match(service)

    for verb in ("active", "keep", "keep", "location", "lay"):
        table = await service.matches.table(info.id)
        seat = min(table.match.decisions())
        action = next(one for one in table.match.decisions()[seat].actions if one.verb == verb)
        await service.play.act(info.id, info.seats[seat].user_id, action, table.seq)
    table = await service.matches.table(info.id)
    assert sum(map(len, table.match.state.players[0].row)) == 1
    assert not await can_take_back(service, info.id, info.seats[1].user_id)
    await service.undo.take_back(info.id, info.seats[0].user_id, table.seq)
    assert (await service.matches.table(info.id)).match.state.players[0].row == []
