"""The chat board: legible in a channel, never too tall, public facts only, and an answer to each of four questions."""

import random
from itertools import combinations

import pytest

from render.aevum_haeresis import chat_board, chat_counts, chat_sides
from render.aevum_haeresis.chat_board_reader import read_chat_board
from render.aevum_haeresis.chat_layout import CHIP_HEIGHT, chip_width
from render.aevum_haeresis.chat_levels import choose_level
from render.aevum_haeresis.legend import MEANINGS
from render.aevum_haeresis.pictures import PICTURES
from render.pen import text_audit
from render.sheets.chat_board import MAX_TALL, MIN_TALL, MIN_TEXT, WIDTH
from render.sheets.game_pictures_base import say_for
from render.text.text_layout import ELLIPSIS, line_height, width
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import events as ev
from rules.kernel.data.events import Event
from rules.kernel.words.translation import LOCALES
from tests.render.aevum_haeresis.tables import NAMES, ODD, crowded, finished, played
from tests.render.matches_to_draw import play_random_moves

MOMENTS = (0, 4, 33, 60, 150, 260, 100_000)
#: A name that the board may have to shorten.
LONG = NAMES[1]


def drawn(view, locale="en", names=NAMES, events=()):
    """Draw a chat board and return the audit and the picture."""
    with text_audit.audit() as found:
        image = PICTURES.chat_board(view, locale, names, events)
    return found, image


def board(view, names=NAMES, events=(), locale="en"):
    return read_chat_board(view, say_for(locale, names, 2), events)


def check(found, image, names):
    assert image.width == WIDTH
    assert MIN_TALL <= image.height <= MAX_TALL
    assert min(found.sizes) >= MIN_TEXT
    assert not found.overflows
    shown = say_for("en", names, 2)
    assert all(any(shown.seat(seat) in cut for seat in (0, 1)) for cut in found.cuts)
    assert all(text in found.cuts or len(text) < 40 for text in found.texts if ELLIPSIS in text)
    assert found.icons <= {*MEANINGS, "points"}


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_legible_and_whole_at_every_stage(unpainted, locale):
    for seed in (2, 5):
        for moves in MOMENTS:
            match, events = played(seed, moves)
            check(*drawn(match.view(None), locale, NAMES, events), NAMES)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("fight", [True, False])
def test_the_worst_crowd_is_never_too_tall(unpainted, locale, fight):
    events = [event for moves in range(60, 90) for event in played(2, moves)[1]]
    for heretics in (5, 19):
        view = crowded(locale, None, heretics, fight, hunters=6, chapters=12)
        check(*drawn(view, locale, ODD, events), ODD)


@pytest.mark.parametrize("kind", ["draft", "sealed"])
def test_decks_being_built_have_a_chat_board(unpainted, kind):
    for moves in (0, 40):
        match, _ = play_random_moves("aevum_haeresis", 2, "chat", 1, moves, (("format", kind),))
        for locale in LOCALES:
            check(*drawn(match.view(None), locale), NAMES)


def test_all_viewers_get_the_same_bytes():
    for moves in (30, 90, 200):
        match, events = played(6, moves)
        first = drawn(match.view(None), events=events)[1].tobytes()
        text_audit.forget()
        for viewer in (0, 1, None):
            assert drawn(match.view(viewer), events=events)[1].tobytes() == first
            other = GAME.worlds(match, viewer, random.Random(moves)).view(viewer)
            assert drawn(other, events=events)[1].tobytes() == first


def test_private_events_change_nothing():
    match, events = next(found for moves in range(70, 99) if (found := played(2, moves))[1])
    private = [Event((0,), event.body) for event in events]
    assert board(match.view(0), events=private) == board(match.view(0))


def test_who_decides_and_what_is_asked(unpainted):
    for moves in range(0, 200, 9):
        view = played(2, moves)[0].view(None)
        found, _ = drawn(view)
        shown = board(view)
        assert shown.head.headline in found.texts
        assert shown.head.asked
        assert shown.head.asked in found.texts
        assert all(NAMES[seat] in shown.head.headline for seat in view.to_act) or len(view.to_act) > 1


def test_what_changed_is_told_and_marked(unpainted):
    view = played(2, 60)[0].view(None)
    events = [Event(None, body) for body in (
        ev.SoulsChanged(0, 2, 5), ev.GoldChanged(1, -3, 2), ev.Milled(1, ("levy.1.0", "levy.1.1")),
        ev.ExecutionChanged(1, 1, 1), ev.Entered(0, view.players[0].damned, ""),
    )]  # fmt: skip
    found, _ = drawn(view, events=events)
    news = choose_level(board(view, events=events)).news
    assert news
    assert set(news) <= found.texts
    assert {"+2", "−3", "−2", "+1", "new"} <= found.texts
    assert not {"+2", "−3", "−2", "new"} & drawn(view)[0].texts


def test_a_mulligan_is_not_taken_for_burnt_cards():
    events = [Event(None, body) for body in (ev.MulliganDecided(0, True), ev.Drew(0, "plot", 4))]
    plot = next(line for line in board(played(2, 0)[0].view(None), events=events).counts if line.icon == "plot")
    assert plot.changes == (0, 0)


def test_what_is_on_offer(unpainted):
    view = crowded("en", fight=False, heretics=2, chapters=3)
    found, _ = drawn(view)
    record = base().cards[view.location.split(".")[0]]
    assert {record.name.en, f"Evening: soul number {view.soul_number}"} <= found.texts
    shown = board(view)
    assert all(hunter.name in found.texts for hunter in shown.hunters[:1])
    for row, player in zip(shown.rows, view.players, strict=True):
        assert row.words in found.texts
        assert [card.name for card in row.cards] == [base().cards[card.split(".")[0]].name.en for card in player.open]
        assert {card.cost for card in row.cards} <= found.texts


def test_a_conflict_shows_both_teams_and_their_totals(unpainted):
    view = crowded("en", heretics=1, hunters=0)
    found, _ = drawn(view.model_copy(update={"paid": []}))
    assert {"Recruit", "17{recruit}", "22{recruit}"} <= found.texts
    level = choose_level(board(view.model_copy(update={"paid": []})))
    assert all(any(card.fights for card in column) for column in level.cards)


def test_how_everyone_stands(unpainted):
    for moves in (60, 260):
        view = played(6, moves)[0].view(None)
        found, _ = drawn(view)
        counts = {line.icon: line.values for line in board(view).counts}
        players = view.players
        assert counts == {
            "soul": tuple(player.souls for player in players),
            "execution": tuple(player.execution for player in players),
            "plot": tuple(player.plot for player in players),
            "hand": tuple(player.hand_count for player in players),
            "gold": tuple(player.gold for player in players),
        }
        assert {"Souls", "Execution", "Plot deck", "Hand", "Gold"} <= found.texts
        assert {str(value) for values in counts.values() for value in values} <= found.texts
        assert {f"+{player.income} each Round" for player in players} <= found.texts


def test_the_end_names_the_winner_and_the_reason(unpainted):
    match = finished(2)
    view = match.view(None)
    found, _ = drawn(view)
    head = board(view).head
    assert NAMES[match.result.winners[0]] in head.headline
    assert {head.headline, head.asked} <= found.texts


def test_every_icon_without_a_word_beside_it_is_named(unpainted):
    for view in (played(5, 150)[0].view(None), crowded("en", fight=False, heretics=3), crowded("en", heretics=3)):
        level = choose_level(board(view))
        named = {icon for line in level.signs for icon, _ in line}
        named |= {line.icon for line in level.board.counts}
        used = {icon for column in level.cards for card in column for icon in text_icons(card.figures)}
        if view.manoeuvre is not None:  # the Conflict has its name beside its icon
            named.add(view.manoeuvre.type)
        assert used <= named


def text_icons(text):
    return {part.partition("}")[0] for part in text.split("{")[1:]}


@pytest.mark.parametrize("module", [chat_sides, chat_counts])
def test_labels_of_changes_cover_no_text(monkeypatch, module):
    boxes = []

    def write(image, x, y, text, style, room=None):
        boxes.append((x, y, x + width(text, style), y + line_height(style)))
        return x + width(text, style)

    def lay_chip(image, x, y, text):
        boxes.append((x, y, x + chip_width(text), y + CHIP_HEIGHT - 8))
        return x + chip_width(text)

    monkeypatch.setattr(module, "write", write)
    monkeypatch.setattr(module, "lay_chip", lay_chip)
    view = crowded("hu", fight=False, heretics=4, attached=2)
    cards = [card.id for card in view.cards if card.type in ("damned", "heretic")]
    bodies = [ev.Changed(card, "health", 1, "round") for card in cards]
    bodies += [body for seat in (0, 1) for body in (
        ev.SoulsChanged(seat, -9, 3), ev.GoldChanged(seat, -99, 2), ev.Drew(seat, "plot", 14),
        ev.ExecutionChanged(seat, 1, 3),
    )]  # fmt: skip
    record = board(view, events=[Event(None, body) for body in bodies], locale="hu")
    slips = [(side.seat, card) for side in record.sides for level in side.levels for card in level]
    pieces = [(chat_sides.slip, one) for one in slips] if module is chat_sides else []
    for draw, what in pieces or [(chat_counts._line, (line,)) for line in record.counts]:
        boxes.clear()
        draw.__wrapped__(*what)
        assert boxes
        for one, other in combinations(boxes, 2):
            assert one[0] >= other[2] or one[2] <= other[0] or one[1] >= other[3] or one[3] <= other[1], what


def test_the_signs_of_seats_are_colour_and_shape(unpainted):
    found, _ = drawn(played(5, 150)[0].view(None))
    assert {"seat0", "seat1"} <= found.icons


def test_the_fullest_level_that_fits_is_chosen():
    few, many = (choose_level(board(crowded("en", fight=False, heretics=count))) for count in (0, 12))
    assert few.goal
    assert max(map(len, few.cards)) >= 1
    assert any("more" in card.name for column in many.cards for card in column)
    assert chat_board.IDEAL <= MAX_TALL
