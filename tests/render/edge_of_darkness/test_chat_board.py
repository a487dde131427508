"""The chat board: legible on a phone, complete in every language, and the same for everyone."""

from dataclasses import replace
from itertools import combinations

import pytest

import render
from render.edge_of_darkness.chat_board import PLANS, board_tall, chosen_plan, news_lines
from render.edge_of_darkness.chat_board_reader import read_chat_board
from render.edge_of_darkness.chat_board_records import Effect
from render.edge_of_darkness.chat_street import flow
from render.pen import text_audit
from render.sheets.chat_board import MAX_TALL, MIN_TALL, MIN_TEXT, WIDTH
from render.sheets.game_pictures_base import say_for
from render.text import text_layout
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.state.events import PaidOwner
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.conftest import NAMES

#: Seats, seed and moves of positions in the prologue, in both phases, in an attack, before a draft and at the end.
POSITIONS = (
    (2, 0, 0), (3, 2, 20), (4, 0, 25), (2, 0, 69), (3, 4, 130), (4, 1, 30), (4, 5, 300), (4, 7, 250), (3, 1, 85),
    (2, 2, 5000), (4, 3, 5000),
)  # fmt: skip
LONG_NAMES = ("W" * 32, "Maximilian von und zu Hohenstein", "{coin}" * 5, "\U0001f409")


@pytest.fixture
def drawn(monkeypatch):
    """Record every drawn text with its picture and its box."""
    found = []

    def note(image, x0, x1, y0, y1, text, room):
        found.append((image, (x0, y0, x1, y1), text))

    monkeypatch.setattr(text_layout, "_check_overflow", note)
    text_audit.forget()
    yield found
    text_audit.forget()


def texts(drawn):
    return " ".join(text for _, _, text in drawn)


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_large_and_whole_at_every_stage(unpainted, played, locale, names):
    for seats, seed, moves in POSITIONS:
        view, events = played(seats, seed, moves)
        with text_audit.audit() as found:
            image = render.chat_board(view, locale, names, events)
        assert image.width == WIDTH
        assert MIN_TALL <= image.height <= MAX_TALL, (seats, seed, moves)
        assert min(found.sizes) >= MIN_TEXT
        assert (set(found.cuts) - {say_for(locale, names, seats).seat(seat) for seat in range(seats)}) == set()
        assert not found.overflows, (seats, seed, moves)


def test_no_two_texts_overlap(played, drawn):
    for seats, seed, moves in ((2, 0, 69), (4, 1, 30), (3, 4, 130)):
        view, events = played(seats, seed, moves)
        render.chat_board(view, "hu", NAMES, events)
    in_picture = {}
    for image, box, text in drawn:
        in_picture.setdefault(id(image), []).append((box, text))
    for boxes in in_picture.values():
        for (one, text), (other, covered) in combinations(boxes, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            # A box includes room for accents and descenders, so the boxes of two lines may overlap a little.
            assert across <= 0 or down <= min(one[3] - one[1], other[3] - other[1]) / 2, (text, covered)


def test_everyone_sees_the_same_bytes(played):
    views = [played(3, 4, 90, viewer) for viewer in (None, 0, 1, 2)]
    first, *others = [render.encode(render.chat_board(view, "en", NAMES, events)) for view, events in views]
    assert all(other == first for other in others)
    text_audit.forget()
    assert render.encode(render.chat_board(views[0][0], "en", NAMES, views[0][1])) == first


def test_it_says_whose_turn_it_is_and_what_is_asked(played, drawn):
    view, events = played(3, 4, 130)
    render.chat_board(view, "en", NAMES, events)
    shown = texts(drawn)
    assert f"{NAMES[view.to_act[0]]}'s turn" in shown
    assert "Draft 2 cards" in shown
    assert "Round 5 of 8" in shown
    assert "Assembly phase" in shown


def test_an_attack_names_the_damage_that_is_left(played, drawn):
    view, events = played(2, 0, 69)
    assert view.pending.key == "defend"
    render.chat_board(view, "en", NAMES, events)
    assert "Defend against 1{damage} Damage" in texts(drawn)


def test_it_says_what_changed(played, drawn):
    view, events = played(3, 4, 130)
    render.chat_board(view, "en", NAMES, events)
    assert "Anna ended the turn and discarded Judge Evander Holt." in texts(drawn)


def test_the_news_prefers_what_matters_and_keeps_the_order():
    news = ((4, "Anna drew cubes: black ×1."), (1, "Anna drafted Dragan Pell."), (0, "A Shade attacks Anna."))
    assert news_lines(news, 1) == ("Anna drafted Dragan Pell. A Shade attacks Anna.",)
    assert news_lines(news, 2) == ("Anna drew cubes: black ×1. Anna drafted Dragan Pell. A Shade attacks", "Anna.")
    assert news_lines(((0, "It is over. " + "word " * 200),), 1) == ("It is over.",)
    assert news_lines(((0, "Az 1. kör kezdődik. " + "szó " * 200),), 1) == ("Az 1. kör kezdődik.",)
    assert news_lines((), 2) == ()


def test_it_says_what_is_on_offer(played, drawn):
    view, events = played(3, 4, 130)
    board = read_chat_board(view, say_for("en", NAMES, 3), events)
    render.chat_board(view, "en", NAMES, events)
    shown = texts(drawn)
    assert [offer.seed for offer in board.street] == [card.id for card in (*view.street, view.sixth)]
    assert all(offer.name in shown for offer in board.street)
    assert [offer.plate for offer in board.street] == [
        "1st", "2nd", "−1{influence}", "−2{influence}", "−3{influence}", "−4{influence}",
    ]  # fmt: skip
    assert [offer.taken for offer in board.street] == [True, True, False, False, False, False]
    assert board.tower is not None
    assert [(spot.damage, spot.total) for spot in board.tower.spots] == [
        (spot.card.damage, sum(spot.cubes)) for spot in view.tower
    ]
    assert all(f"{spot.damage}{{damage}}" in shown for spot in board.tower.spots)
    assert f"{view.threshold}{{cube}} or more: attack" in shown


def test_a_skipped_card_shows_its_label_instead_of_its_price(played, drawn):
    view, events = played(4, 1, 30)
    offers = read_chat_board(view, say_for("en", NAMES, 4), events).street
    skipped = [offer for offer in offers if offer.seed in view.skipping]
    assert len(skipped) == 5
    assert all((offer.plate, offer.kind, offer.gain) == ("skipped", "change", "+1{goodwill}") for offer in skipped)
    render.chat_board(view, "en", NAMES, events)
    assert [text for _, _, text in drawn].count("skipped") == 5
    assert texts(drawn).count("+1{goodwill}") == 5


def test_the_prologue_offers_the_advancements_that_are_left(played, drawn):
    view, events = played(4, 0, 8)
    content = base()
    render.chat_board(view, "en", NAMES, events)
    shown = texts(drawn)
    for place in view.locations:
        assert (content.locations[place.id].contact.name.en in shown) is not place.picked


def test_it_says_how_everyone_stands_with_words_for_the_counts(played, drawn):
    view, events = played(4, 6, 120)
    render.chat_board(view, "en", NAMES, events)
    shown = [text for _, _, text in drawn]
    assert {"Reputation", "Coins", "Influence", "Goodwill", "Agents", "Defense"} <= set(shown)
    board = read_chat_board(view, say_for("en", NAMES, 4), events)
    for player, row in zip(view.players, board.players, strict=True):
        agents = player.pool + sum(player.agents.values())
        counts = [
            player.reputation, player.coins, player.influence, player.goodwill, agents, player.defence_value,
        ]  # fmt: skip
        assert [cell.number for cell in row.cells] == counts
        assert all(str(count) in shown for count in counts if count)
    assert "0" not in shown


def test_changed_counts_are_marked(played):
    for seed in range(6):
        view, events = played(3, seed, 77)
        changed = {(event.body.seat, event.body.what) for event in events if event.body.kind == "changed"}
        board = read_chat_board(view, say_for("en", NAMES, 3), events)
        names = ("reputation", "coins", "influence", "goodwill", "agents", "defence")
        marked = {
            (seat, what)
            for seat, row in enumerate(board.players)
            for what, cell in zip(names, row.cells, strict=True)
            if cell.changed
        }
        assert {one for one in changed if one[1] != "battle"} <= marked
        assert not any(cell.changed for row in read_chat_board(view, Translator()).players for cell in row.cells)


def test_the_end_names_the_winner_and_shows_the_banner(played):
    view, events = played(3, 0, 5000)
    board = read_chat_board(view, say_for("en", NAMES, 3), events)
    assert view.over
    assert [row.won for row in board.players] == [row.name in board.head.headline for row in board.players]
    assert any(row.won for row in board.players)
    assert render.chat_board(view, "en", NAMES, events).height == MAX_TALL


def test_an_effect_that_is_too_long_for_a_line_is_named_by_its_contact():
    long = Effect("{dispatch}≤2 / {return}1 {arrow} 1{battle} +1×{agent} {hunt}", "Houndmaster", "kennels")
    short = Effect("1{battle}")
    ((first, second), (cubes,)) = flow((short, long), "+1{cube}", 308, "")
    assert (first.text, second.text, second.crest, cubes.text) == ("1{battle}", "Houndmaster", "kennels", "+1{cube}")
    assert [run.text for line in flow((short, long), "", 308, "crests") for run in line] == ["1{battle}", ""]


def test_plans_start_with_the_most_detail():
    assert [plan.detail for plan in PLANS] == sorted(
        (plan.detail for plan in PLANS), key=("", "no crests", "crests").index
    )
    assert PLANS[0].scene > PLANS[-1].scene


def test_a_sentence_that_ends_with_a_short_name_has_three_dots(played):
    view, _ = played(3, 8, 100)
    payment = Event(EVERYONE, PaidOwner(0, 1))
    board = read_chat_board(view, say_for("en", ["Ana", "W" * 32, "Bo"], 3), [payment])
    ((_, line),) = board.news
    assert line.endswith("W…")


def test_low_pictures_make_room_for_the_names_of_threats(played):
    crowded = 0
    for seats, seed, moves in (*POSITIONS, (4, 3, 200), (4, 4, 40), (4, 6, 40), (4, 7, 40)):
        view, events = played(seats, seed, moves)
        board = read_chat_board(view, say_for("es", NAMES, seats), events)
        if board.tower is None:
            continue
        spots = tuple(
            replace(spot, seed="x", mark="+1", threats=("Sombra susurrante", "Mendigo apestado"))
            for spot in board.tower.spots
        )
        board = replace(board, tower=replace(board.tower, spots=spots))
        plan = chosen_plan(board)
        fits = {one.scene for one in PLANS if one.threats == 2 and board_tall(board, one) <= MAX_TALL}
        crowded += fits == {36}
        assert (plan.threats == 2) == bool(fits), (seats, seed, moves)
    assert crowded
