"""Section 36.4 of RULES.md: deadlines, late answers, claims, conceding, and Rounds without events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.matches.clocks.time_control import OnTimeout, TimeControl, TimeControlKind
from bot.store.store import Store
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, new, scene
from rules.aevum_haeresis.examples.position_builder import hold as give
from rules.aevum_haeresis.flow.deadlines import hold, plainest
from rules.aevum_haeresis.flow.standing_orders import SECOND_ORDERS
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import (
    Announce,
    BeActive,
    CountFirst,
    Decline,
    Done,
    DrawFrom,
    Join,
    Keep,
    Pass,
    PutLocation,
    Waive,
)
from rules.aevum_haeresis.state.events import Stalled
from rules.aevum_haeresis.state.steps import EndOrderStep
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.engine.match import arrange
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.postal_match import PostalMatch, match_before_pass
from tests.aevum_haeresis.scenes import continue_until, to_discards
from tests.aevum_haeresis.table import heretic, lay, plain_location
from tests.aevum_haeresis.window_helpers import fight
from tests.game_helpers import act, asked, of_kinds, rule
from tests.matches.room import ANNA as ANNAS_ID
from tests.matches.room import BELA as BELAS_ID

HOUR = 3600


@pytest_asyncio.fixture
async def post(tmp_path: Path) -> AsyncIterator[PostalMatch]:
    async with await Store.open(tmp_path / "post.sqlite") as store:
        yield PostalMatch(store)


# -- answers at the deadline -----------------------------------------------------------------------------------


@rule("AH-PBP.22")
def test_setup_at_the_deadline_is_active_oneself_keep_and_the_first_location():
    match = new()
    seat, _ = asked(match)
    assert plainest(match, seat) == BeActive(seat)
    act(match, BeActive(seat))
    for _ in range(2):
        (number,) = match.decisions()
        assert plainest(match, number) == Keep()
        act(match, Keep())
    assert plainest(match, seat) == PutLocation(match.state.players[seat].locations[0])


@rule("AH-PBP.22")
def test_a_row_is_left_empty_a_card_let_go_an_action_passed_and_a_window_waived():
    match = scene()
    (card,) = give(match, ANNA, "gathered_tithes")
    give(match, ANNA, "candle_thief", "hired_knife")
    give(match, BELA, "candle_thief")
    enlisting(match)
    assert plainest(match, ANNA) == Done()
    lay(match, ANNA, card)
    assert plainest(match, BELA) == Done()
    act(match, Done())
    assert plainest(match, ANNA) == Waive()
    while asked(match)[1] == "window":
        act(match, Waive())
    assert asked(match) == (ANNA, "offer")
    assert plainest(match, ANNA) == Decline()
    assert plainest(acting(scene(), BELA), BELA) == Pass()


@rule("AH-PBP.22")
def test_the_initiators_whole_team_goes_and_no_one_blocks():
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    own = {heretic(match, ANNA, f"raider_{n}", icons={"plunder": 1}) for n in range(2)}
    heretic(match, BELA, "guard", icons={"plunder": 1})
    act(match, Announce("plunder"))
    while asked(match) == (ANNA, "team"):
        act(match, plainest(match, ANNA))
    man = match.state.man
    assert man is not None
    assert own <= set(man.teams[ANNA])
    assert all(Join(card) != plainest(match, BELA) for card in match.state.cards)
    assert asked(match) == (BELA, "team")
    assert plainest(match, BELA) == Done()


@rule("AH-PBP.22")
def test_sealed_choices_are_none_and_two_ends_count_in_ones_own_favour():
    match = scene()
    with arrange(match) as state:
        state.stack.append(EndOrderStep(ANNA, ["souls", "deck"], [BELA, ANNA]))
    assert plainest(match, ANNA) == CountFirst(f"deck/{ANNA}")
    match = continue_until(fight(scene()), "conflict_draw")
    assert plainest(match, BELA) == DrawFrom("none")
    match = scene()
    give(match, BELA, "gathered_tithes")
    to_discards(match)
    assert plainest(match, BELA) == Done()


# -- deadlines of a match ---------------------------------------------------------------------------------------


@rule("AH-PBP.22")
def test_the_clocks_of_seats_close_decisions_and_no_hold_does():
    assert hold(acting(scene(), ANNA), ANNA) is None
    assert GAME.plainest is plainest


@rule("AH-PBP.22")
def test_a_match_of_before_loses_its_own_deadline():
    match = scene(deadline_hours=24)
    assert match.state.options.deadline_hours == 0
    assert hold(acting(match, ANNA), ANNA) is None


#: A time control that lets the bot answer for a player after six hours.
CLOCK = TimeControl(TimeControlKind.STEADY, 6 * HOUR, end=OnTimeout.ANSWER)


@rule("AH-PBP.22", "AH-PBP.29")
async def test_an_answer_in_time_counts_at_once_and_a_missing_one_is_given_by_the_clock(post: PostalMatch):
    await post.adopt(match_before_pass(False), CLOCK)
    await post.order(BELA, *SECOND_ORDERS)
    await post.pass_time(6 * HOUR - 1)
    assert await post.asked() == (ANNA, "act")
    await post.act(ANNA, Pass())
    await post.public()
    assert (await post.asked())[0] == BELA
    before = (await post.service.matches.get(1)).seq
    await post.pass_time(6 * HOUR - 1)
    assert (await post.service.matches.get(1)).seq == before
    await post.later(1)
    late = [row for row in await post.entries(before) if row[2] == "late"]
    # Béla moves next, so his order asks him in the window after the Pass. When his time is up, the bot waives for him.
    assert [(row[3], row[4]["verb"]) for row in late] == [(BELA, "waive")]


@rule("AH-PBP.23")
async def test_after_three_missed_deadlines_in_a_row_the_other_player_may_claim_the_match(post: PostalMatch):
    await post.adopt(match_before_pass(False), CLOCK)
    for missed in range(3):
        with pytest.raises(Refusal, match="3 deadlines"):
            await post.service.play.claim(1, BELAS_ID)
        seen = len([row for row in await post.entries() if row[2] == "late" and row[3] == ANNA])
        for _ in range(60):
            if len([row for row in await post.entries() if row[2] == "late" and row[3] == ANNA]) > seen:
                break
            seat, _ = await post.asked_first()
            await post.public()
            if seat == ANNA:
                await post.pass_time(6 * HOUR)
            else:
                await post.act(BELA, plainest(await post.match(), BELA))
        assert missed < 3
    with pytest.raises(Refusal):
        await post.service.play.claim(1, ANNAS_ID)
    outcome = await post.service.play.claim(1, BELAS_ID)
    assert outcome.table.match.over
    assert (await post.match()).result.winners == [BELA]


@rule("AH-PBP.22", "AH-PBP.23", "AH-FMT.12")
async def test_the_clock_takes_what_is_left_of_a_packet_at_once_and_that_is_one_missed_deadline(post: PostalMatch):
    match = GAME.new(2, "a draft", {"format": "draft"})
    await post.adopt(match, CLOCK)
    await post.public()
    await post.act(BELA, match.decisions()[BELA].actions[0])
    before, taken = (await post.service.matches.get(1)).seq, [0, 0]
    await post.pass_time(6 * HOUR)
    for _, _, kind, seat, action, _ in await post.entries(before):
        assert (kind, action["verb"]) == ("late", "take")
        taken[seat] += 1
    # Béla chose his first card himself, so the bot took one card fewer for him than for Anna.
    assert taken == [5, 4]
    await post.public()
    with pytest.raises(Refusal, match="3 deadlines"):
        await post.service.play.claim(1, BELAS_ID)
    # While a match is paused, no cards are taken for any player. Afterwards, Anna answers in time.
    async with post.service.matches.lock_match(1) as tx:
        await post.service.pausing.pause(tx, await post.service.matches.get(1), 9 * 24 * HOUR)
    await post.pass_time(7 * HOUR)
    limited = (await post.match()).state.limited
    assert [len(drafter.passed[0]) for drafter in limited.seats] == [0, 0]
    async with post.service.matches.lock_match(1) as tx:
        await post.service.pausing.resume(tx, await post.service.matches.get(1))
    await post.order(ANNA, "packets:best", "deck:proposed")
    for _ in range(2):
        await post.public()
        await post.pass_time(6 * HOUR)
    outcome = await post.service.play.claim(1, ANNAS_ID)
    assert outcome.table.match.over


# -- conceding and empty Rounds ----------------------------------------------------------------------------------


@rule("AH-PBP.25")
async def test_a_match_can_be_abandoned_without_a_winner_and_takes_no_move_then(post: PostalMatch):
    info = await post.begin()
    await post.service.play.end(info.id, ANNAS_ID, is_admin=False)
    match = await post.match()
    assert match.state.winner == -1
    with pytest.raises(Refusal):
        await post.act(min(match.decisions()), next(iter(match.decisions().values())).actions[0])


@rule("AH-PBP.26")
def test_five_rounds_in_which_nothing_is_done_ask_both_players_to_agree():
    match = scene()
    found: list[int] = []
    begun = match.state.round
    while match.state.round < begun + 7 and not match.over:
        seat = min(match.decisions())
        body = act(match, plainest(match, seat), seat)
        found += [event.rounds for event in of_kinds(body, "stalled")]
    assert found == [5]
    line = GAME.event_line(Translator(), Event(EVERYONE, Stalled(5))) or ""
    assert line.startswith("No one has played a card or acted for 5 Rounds.")
    assert "/match concede" in line


@rule("AH-PBP.26")
def test_an_action_begins_the_count_again():
    match = scene()
    with arrange(match) as state:
        state.tally.idle = 4
    heretic(match, ANNA, icons={"recruit": 1})
    act(match, Announce("recruit"))
    begun = match.state.round
    bodies = []
    while match.state.round == begun:
        seat = min(match.decisions())
        bodies += act(match, plainest(match, seat), seat)
    assert not of_kinds(bodies, "stalled")
    assert match.state.tally.idle == 0
