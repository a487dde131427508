"""Hidden information stays hidden: views, prompts, options and pictures don't show which possible world is real."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from bot.computers.player import advise, imagine_match
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.conformance.leak_detection import NAMES, check_indistinguishable
from tests.conformance.random_play import CAP, check_every_step, check_every_step_of, new, tables
from tests.conformance.recaps import matches, names, recap_lines, seen
from tests.kernel import duel

MATCHES = 20
#: Whole matches of each game with each player count are played until this many decisions have been made. In `make
#: soak`, the number is `MANY`.
DECISIONS, MANY = 250, 4000
#: Pictures are compared at every 61st decision only. Comparing all of them would take hours.
PICTURE_EVERY = 61
#: Hints are compared at every ninth decision only, because each comparison analyses some twenty positions.
HINT_EVERY = 9


def compare_worlds_of_match(match: Match, number: int, name: str, folder: Path, *, often: int, told: int) -> int:
    """Play at random. At each decision, compare what viewers see of the real match and of another possible world.

    The first `often` times that a question is asked, all viewers are compared. After that, each position is compared
    for only one viewer, each viewer in turn. Texts and refusals are compared the first time, and then once every `told`
    times. Return the number of decisions.
    """
    rng = random.Random(number)
    steps = compared = differing = 0
    tried: dict[tuple, Action] = {}
    asked = Counter[tuple[str, ...]]()
    everybody = [None, *range(match.state.seats)]

    def check(match: Match) -> None:
        nonlocal steps, compared, differing
        steps += 1
        for decision in match.decisions().values():
            tried.update({(type(action), place % 3): action for place, action in enumerate(decision.actions)})
        question = tuple(sorted({decision.prompt.key for decision in match.decisions().values()}))
        asked[question] += 1
        time = asked[question]
        for seat in everybody if time <= often else [everybody[steps % len(everybody)]]:
            compared += 1
            differing += check_indistinguishable(match, seat, rng, told=time % told == 1 % told, tried=tried.values())

    check_every_step_of(match, name, number, check, folder)
    assert differing * 2 > compared, "the worlds hardly ever differ, not even in the seed: this test shows nothing"
    return steps


def whole_matches(game: str, seats: int, decisions: int, folder: Path, *, often: int, told: int) -> None:
    played = number = 0
    while played < decisions:
        played += compare_worlds_of_match(
            new(game, seats, number), number, f"{game}-{seats}", folder, often=often, told=told
        )
        number += 1


@tables
def test_no_seat_and_no_spectator_can_tell_the_worlds_apart(game, seats, tmp_path):
    whole_matches(game, seats, DECISIONS, tmp_path, often=4, told=20)


@pytest.mark.soak
@tables
def test_no_seat_and_no_spectator_can_tell_the_worlds_of_many_matches_apart(game, seats, tmp_path):
    whole_matches(game, seats, MANY, tmp_path, often=MANY, told=9)


@pytest.mark.parametrize("number", range(MATCHES))
def test_secrets_of_hands_sealed_bids_and_spares_stay_secret(number, tmp_path):
    compare_worlds_of_match(duel.GAME.new(2, number), number, "duel", tmp_path, often=CAP, told=1)


def shows_a_card(match, seat):
    return duel.view(match, seat).model_copy(update={"discards": match.state.hands[0][:1]})


class RefusalThatNamesCards(duel.Win):
    def why_not(self, match, step, seat, action):
        return IllegalAction(f"Not with {match.state.hands[1 - seat]}.")


class WindowForKeenOnly(duel.Win):
    def may_react(self, match, window, seat):
        return super().may_react(match, window, seat) and bool(match.state.keen[seat])


class BidsWithoutNeighbours(duel.Bids):
    def choices(self, match, step, seat):
        every = super().choices(match, step, seat)
        other = step.chosen.get(1 - seat)
        return [bid for bid in every if other is None or bid.card != other["card"] + 1]


def with_window(table):
    order = deepcopy(duel.ORDER)
    order.windows["win"] = table
    return replace(duel.GAME, order_of_play=order)


def with_bids(table):
    order = deepcopy(duel.ORDER)
    order.sealed_choices["bids"] = table
    return replace(duel.GAME, order_of_play=order)


@pytest.mark.parametrize(
    "leaky",
    [
        replace(duel.GAME, view=shows_a_card),
        with_window(RefusalThatNamesCards()),
        with_window(WindowForKeenOnly()),
        with_bids(BidsWithoutNeighbours()),
    ],
    ids=["shows a card", "talks of cards", "waits for the keen", "offers by the other's bid"],
)
def test_the_check_finds_what_leaks(leaky, tmp_path):
    with pytest.raises(AssertionError) as caught:
        some_matches(leaky, tmp_path)
    assert "hardly ever differ" not in str(caught.value)


def some_matches(game, folder: Path) -> None:
    for number in range(6):
        compare_worlds_of_match(game.new(2, number), number, "leaky", folder, often=CAP, told=1)


def same_for(render, match: Match, world: Match, seat: int) -> None:
    """Check that pictures of a seat's options and hand are the same in the match and in another world."""
    for asked in (match.decisions()[seat], None):
        shown = [render.choice_png(table.view(seat), asked and table.decisions()[seat]) for table in (match, world)]
        assert shown[0] == shown[1]


def same_pieces(render, match: Match, world: Match, seat: int | None) -> None:
    """Check that the pieces in pictures have the same rectangles, keys and names in the match and in another world."""
    views = [table.view(seat) for table in (match, world)]
    drawings = [render.board, render.chat_board]
    drawings += [lambda view, part=part: render.part(view, part) for part in render.part_names(views[0])]
    for other in range(match.state.seats):
        drawings.append(lambda view, other=other: render.hand(view, seat=other))
    for draw in drawings:
        one, two = (render.pieces(draw(view)) for view in views)
        assert one == two


@tables
def test_pictures_of_two_worlds_are_the_same_to_the_byte(game, seats, tmp_path):
    render = pytest.importorskip("render")
    rng = random.Random(1)
    steps = number = 0

    def check(match: Match) -> None:
        nonlocal steps
        steps += 1
        if steps % PICTURE_EVERY:
            return
        seat = None if steps // PICTURE_EVERY % 2 else 0
        world = match.worlds(seat, rng)
        if seat is not None and render.lists_decks(match.game.id):
            assert render.lists_png(match.view(seat)) == render.lists_png(world.view(seat))
        pictures = [render.board(table.view(seat)) for table in (match, world)]
        assert pictures[0] == pictures[1]
        same_pieces(render, match, world, seat)
        names = [render.part_names(table.view(seat)) for table in (match, world)]
        assert names[0] == names[1]
        for part in names[0]:
            assert render.part_png(match.view(seat), part) == render.part_png(world.view(seat), part)
        for asked in match.decisions():
            same_for(render, match, match.worlds(asked, rng), asked)

    while steps < 2 * PICTURE_EVERY:
        check_every_step(game, seats, number, check, tmp_path)
        number += 1


def hint(match: Match, seat: int) -> tuple[Action, str]:
    """Return the action that a hint recommends to a seat, and the reason."""
    world, seed = imagine_match(match, seat, match.view(seat), 1)
    return advise(world, seat, random.Random(seed))


def same_hints(game: str, seats: int, decisions: int, every: int, folder: Path) -> None:
    """Check that a seat gets the same hint in all worlds that look the same to it."""
    rng = random.Random(2)
    steps = number = 0

    def check(match: Match) -> None:
        nonlocal steps
        steps += 1
        if steps % every == 0:
            for seat in match.decisions():
                assert hint(match.worlds(seat, rng), seat) == hint(match, seat)

    while steps < decisions:
        check_every_step(game, seats, number, check, folder)
        number += 1


@tables
def test_a_hint_is_the_same_in_all_worlds_of_its_seat(game, seats, tmp_path):
    same_hints(game, seats, DECISIONS, HINT_EVERY, tmp_path)


@pytest.mark.soak
@tables
def test_every_hint_of_many_matches_is_the_same_in_all_worlds_of_its_seat(game, seats, tmp_path):
    same_hints(game, seats, MANY, 1, tmp_path)


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_view_holds_neither_the_seed_nor_the_order_to_come(game):
    table = rules.GAMES[game]
    match = table.new(min(table.seats), "a-very-secret-seed")
    for seat in [None, *range(min(table.seats))]:
        assert "a-very-secret-seed" not in match.view(seat).model_dump_json()


@tables
def test_a_recap_names_no_card_that_only_others_have_seen(game: str, seats: int) -> None:
    """A recap for one seat leaves out events that only another seat has seen, unless the events have become public."""
    say, table = Translator("en", NAMES[:seats]), rules.GAMES[game]
    for moves in matches(game, seats):
        for events in moves:
            for reader in (None, *range(seats)):
                hidden = {
                    name
                    for event in events
                    if not event.seen_by(reader)
                    for name in names(game, "en").findall(table.event_line(say, event) or "")
                }
                known = " ".join(table.event_line(say, event) or "" for event in events if event.seen_by(reader))
                text = " ".join(recap_lines(game, say, seen([events], reader)))
                assert not [name for name in hidden if name in text and name not in known]
