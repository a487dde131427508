"""The board of Aevum Haeresis in all languages and in crowded positions.

No text is cut off, and nothing hidden leaks.
"""

import random

import pytest
from PIL import Image, ImageChops

import render
from render.aevum_haeresis import verge
from render.aevum_haeresis.change_marks import OUTLINE
from render.aevum_haeresis.legend import MEANINGS
from render.aevum_haeresis.middle_area_reader import read_stage
from render.aevum_haeresis.pictures import PICTURES
from render.aevum_haeresis.recent_changes import MARKS, read_changes
from render.aevum_haeresis.view_reader import read_board, seats_of
from render.pen import png_encoding, text_audit, theme
from render.sheets.change_marks import LABEL_HEIGHT
from render.sheets.game_pictures_base import say_for
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import events as ev
from rules.aevum_haeresis.words.names import manoeuvre_name
from rules.kernel.data.events import Event
from rules.kernel.words.translation import LOCALES
from tests.render.aevum_haeresis.tables import NAMES, ODD, crowded, finished, played, steps
from tests.render.conftest import LETTERS, PHONE
from tests.render.matches_to_draw import play_random_moves


def board(view, names=NAMES, events=(), locale="en"):
    return read_board(view, say_for(locale, names, 2), events)


@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_large_enough_and_stays_inside_at_every_stage(unpainted, locale):
    for moves in (0, 4, 60, 260, 100_000):
        match, events = played(2, moves)
        for viewer in (None, 1):
            with text_audit.audit() as found:
                image = PICTURES.board(match.view(viewer), locale, NAMES, events)
            assert min(found.sizes) * PHONE / image.width >= LETTERS
            assert not found.overflows, moves
            assert found.icons <= {*MEANINGS, "points"}


def test_the_strip_about_the_end_has_the_icon_of_the_player_it_names_and_no_medal():
    say = say_for("en", NAMES, 2)
    match = GAME.new(2, "an end")
    match.concede(1)
    view = match.view(None)
    stage = read_stage(view, base(), say, (1, 0))
    assert (stage.title, stage.icon) == (f"{NAMES[1]} conceded.", "seat1")
    stage = read_stage(view.model_copy(update={"reason": "souls", "winner": 0}), base(), say, (1, 0))
    assert (stage.title, stage.icon) == (f"{NAMES[0]} has 10 souls or more.", "seat0")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("fight", "viewer"), [(True, None), (False, 0)])
def test_the_worst_crowd_stays_inside(unpainted, locale, fight, viewer):
    for heretics in (5, 12, 19):
        with text_audit.audit() as found:
            image = PICTURES.board(crowded(locale, viewer, heretics, fight, hunters=6, chapters=12), locale, ODD, ())
        assert min(found.sizes) * PHONE / image.width >= LETTERS
        assert not found.overflows


@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_characters_are_whole_while_they_lie_in_one_row(unpainted, locale):
    with text_audit.audit() as found:
        PICTURES.board(crowded(locale, heretics=4, attached=2), locale, NAMES, ())
    names = {getattr(card.name, locale) for card in base().cards.values() if card.type in ("heretic", "damned")}
    assert not [cut for cut in found.cuts if any(cut in name or name in cut for name in names)]


@pytest.mark.parametrize("count", [0, 1, 4, 5, 7, 12, 18, 30])
def test_cells_of_a_side_never_overlap(count):
    side = board(crowded(heretics=count)).sides[0]
    wide, tall = verge.draw_side(side).size
    cells = [box for box, _ in verge.cells(side)]
    for index, box in enumerate(cells):
        assert 0 < box[0] < box[2] < wide
        assert 0 < box[1] < box[3] < tall
        for other in cells[:index]:
            assert box[0] >= other[2] or box[2] <= other[0] or box[1] >= other[3] or box[3] <= other[1]


def test_a_board_has_its_size_and_the_palette():
    match, events = played(3, 300)
    image = PICTURES.board(match.view(None), "en", NAMES, events)
    assert (image.mode, image.width) == ("P", theme.BOARD)
    assert image.getpalette() == png_encoding.palette().getpalette()
    assert len(png_encoding.encode(image)) < 400_000


def test_the_same_view_gives_the_same_bytes_and_is_left_alone():
    match, events = played(4, 200)
    view = match.view(None)
    before = view.model_dump_json()
    first = PICTURES.board(view, "en", NAMES, events).tobytes()
    text_audit.forget()
    assert PICTURES.board(view, "en", NAMES, events).tobytes() == first
    assert view.model_dump_json() == before


@pytest.mark.parametrize("seed", [6, 7])
def test_what_is_hidden_changes_no_pixel(seed):
    rng = random.Random(7)
    for moves in (30, 90, 200):
        match, _ = played(seed, moves)
        for seat in (None, 0, 1):
            here = PICTURES.board(match.view(seat), "en", NAMES, ())
            other = PICTURES.board(GAME.worlds(match, seat, rng).view(seat), "en", NAMES, ())
            assert here.tobytes() == other.tobytes(), (moves, seat)


def test_the_viewer_sits_below_and_for_a_spectator_the_first_seat():
    match, _ = played(4, 200)
    assert [seats_of(match.view(viewer)) for viewer in (None, 0, 1)] == [(1, 0), (1, 0), (0, 1)]
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        shown = board(view)
        assert tuple(bar.seat for bar in shown.bars) == tuple(side.seat for side in shown.sides) == seats_of(view)


def test_a_spectator_sees_only_backs_of_a_row_and_its_owner_the_cards():
    view = crowded(fight=False, viewer=None)
    rows = board(view).stage.rows
    assert all(chapter.backs and not chapter.own for row in rows for chapter in row if not chapter.open)
    mine = board(crowded(fight=False, viewer=0)).stage.rows
    assert all(chapter.own for chapter in mine[1] if not chapter.open)
    assert not any(chapter.own for chapter in mine[0])


def test_chapters_face_each_other_and_are_numbered_from_the_revealed_one():
    view = crowded(fight=False)
    upper, lower = board(view).stage.rows
    assert [chapter.number for chapter in upper] == [chapter.number for chapter in lower] == list(range(1, 10))
    assert [card.name for card in lower[0].open] == [base().cards[view.players[0].open[0].split(".")[0]].name.en]


def accent(image):
    mapped = png_encoding.to_palette(Image.new("RGB", (1, 1), OUTLINE)).getpixel((0, 0))
    return next((count for count, colour in image.getcolors() if colour == mapped), 0)


def test_what_changed_is_outlined_in_the_accent_and_only_then():
    view = crowded(fight=False, heretics=4)
    quiet = PICTURES.board(view, "en", NAMES, ())
    card = next(card.id for card in view.cards if card.type == "heretic")
    marked = [
        ev.SoulsChanged(0, 2, 9), ev.GoldChanged(1, -3, 2), ev.Milled(1, ("levy.1.0", "levy.1.1")),
        ev.Damaged(card, 2), ev.Turned(view.players[0].damned, False),
        ev.Entered(0, view.players[0].camp, ""), ev.TimeAdvanced(view.location, 2),
        ev.ExecutionChanged(1, 1, 3), ev.Passed(0),
    ]  # fmt: skip
    for body in marked:
        image = PICTURES.board(view, "en", NAMES, (Event(None, body),))
        assert ImageChops.difference(quiet.convert("RGB"), image.convert("RGB")).getbbox() is not None
        assert accent(image) > accent(quiet) + 300, body


def test_events_addressed_to_someone_else_are_not_shown():
    match, events = next(found for moves in range(70, 99) if (found := played(2, moves))[1])
    private = [Event((2,), event.body) for event in events]
    view = match.view(None)
    assert PICTURES.board(view, "en", NAMES, private).tobytes() == PICTURES.board(view, "en", NAMES, ()).tobytes()


def test_every_event_that_is_marked_exists():
    assert MARKS.kinds <= set(ev.EVENTS.values())


def test_the_board_shows_the_numbers_of_the_view():
    view = played(6, 260)[0].view(None)
    shown = board(view)
    for bar, side in zip(shown.bars, shown.sides, strict=True):
        player = view.players[bar.seat]
        assert (bar.souls, bar.gold, bar.execution, bar.hand) == (
            player.souls, player.gold, player.execution, player.hand_count
        )  # fmt: skip
        assert (side.piles.pyre, side.piles.plot, side.piles.heretics) == (
            len(player.pyre), player.plot, player.heretics
        )  # fmt: skip
        own = [card for card in view.cards if card.controller == bar.seat and card.type == "heretic"]
        assert [(card.seed, card.ready, card.health.value) for card in side.characters] == [
            (card.kind, card.ready, card.health) for card in own
        ]
    assert shown.place.number.value == view.soul_number
    assert shown.place.track[view.time] == base().cards[view.location.split(".")[0]].track[view.time]


def test_a_spent_character_looks_different_from_a_ready_one():
    view = crowded(fight=False, heretics=4)
    cards = [card.model_copy(update={"ready": True}) if card.type == "heretic" else card for card in view.cards]
    ready = PICTURES.board(view.model_copy(update={"cards": cards}), "en", NAMES, ())
    assert ready.tobytes() != PICTURES.board(view, "en", NAMES, ()).tobytes()


def test_numbers_above_and_below_the_printed_ones_are_told_apart():
    view = crowded(fight=False, heretics=4)
    health = [card.health.shift for card in board(view).sides[1].characters]
    assert set(health) == {-1, 0, 1}


def test_every_tile_of_the_execution_and_every_soul_shows():
    view = crowded(fight=False, heretics=0)
    pictures = set()
    for level in range(4):
        players = [view.players[0].model_copy(update={"execution": level, "souls": level}), view.players[1]]
        pictures.add(PICTURES.board(view.model_copy(update={"players": players}), "en", NAMES, ()).tobytes())
    assert len(pictures) == 4


def test_a_damned_in_the_pyre_leaves_its_place_empty():
    view = crowded(fight=False, heretics=2)
    cards = [card for card in view.cards if card.id != view.players[0].damned]
    bare = view.model_copy(update={"cards": cards})
    assert board(bare).sides[1].damned is None
    with text_audit.audit() as found:
        PICTURES.board(bare, "hu", NAMES, ())
    assert not found.overflows


def test_both_teams_stand_on_the_stage_with_their_icons():
    conflict = board(crowded(fight=True)).stage.conflict
    assert conflict is not None
    assert (conflict.seats, conflict.icons, conflict.initiator) == ((1, 0), (22, 17), 1)
    assert len(conflict.teams[0]) == len(conflict.teams[1]) == 8


@pytest.mark.parametrize(("blocked", "note"), [(True, "no one is left"), (False, "no blockers yet")])
def test_who_lost_all_blockers_is_not_told_to_choose_some(blocked, note):
    view = crowded(fight=True)
    blocker = 1 - view.manoeuvre.initiator
    teams = [[] if seat == blocker else team for seat, team in enumerate(view.manoeuvre.teams)]
    man = view.manoeuvre.model_copy(update={"blocked": blocked, "teams": teams, "successful": -1})
    conflict = board(view.model_copy(update={"manoeuvre": man})).stage.conflict
    assert conflict.notes[conflict.seats.index(blocker)] == note


@pytest.mark.parametrize("initiator", [0, 1])
@pytest.mark.parametrize("successful", [0, 1])
def test_an_evaluated_conflict_shows_whether_its_initiator_is_successful(unpainted, initiator, successful):
    view = crowded()
    man = view.manoeuvre.model_copy(update={"initiator": initiator, "successful": successful})
    with text_audit.audit() as found:
        PICTURES.board(view.model_copy(update={"manoeuvre": man}), "en", NAMES, ())
    assert ("success" in found.icons, "failure" in found.icons) == (initiator == successful, initiator != successful)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("successful", [-1, 1])
def test_the_name_of_a_manoeuvre_is_whole(unpainted, locale, successful):
    view = crowded(locale)
    for kind in MANOEUVRES:
        man = view.manoeuvre.model_copy(update={"type": kind, "successful": successful})
        with text_audit.audit() as found:
            PICTURES.board(view.model_copy(update={"manoeuvre": man}), locale, NAMES, ())
        assert manoeuvre_name(say_for(locale, NAMES, 2), kind) not in found.cuts


def test_what_is_asked_is_highlighted_for_who_is_asked():
    for match in steps(5, 199):
        for seat, decision in match.decisions().items():
            view = match.view(seat)
            if decision.prompt.key in ("window", "row", "offer", "team"):
                assert board(view).stage.asked
            if decision.prompt.key == "offer":
                opened = [card for row in board(view).stage.rows for chapter in row for card in chapter.open]
                assert any(card.asked for card in opened)
        assert not board(match.view(None)).stage.asked


def test_the_headline_names_who_must_act_and_in_the_end_who_won():
    view = played(2, 60)[0].view(None)
    assert all(NAMES[seat] in board(view).head.headline for seat in view.to_act)
    match = finished(2)
    shown = board(match.view(None))
    assert shown.head.over
    assert NAMES[match.result.winners[0]] in shown.head.headline
    assert shown.stage.title


def test_several_marks_of_one_seat_are_told_apart():
    match, _ = played(2, 60)
    events = [Event(None, ev.LaidRow(0, 3)), Event(None, ev.Passed(0))]
    found = read_board(match.view(None), say_for("en", NAMES, 2), events)
    assert "row laid · passed" in repr(found)


def test_a_card_is_labelled_with_how_it_stands_at_last():
    match, _ = played(2, 60)
    view = match.view(None)
    damned, place = view.players[0].damned, view.location
    bodies = [
        ev.Turned(damned, False), ev.TimeAdvanced(place, 1), ev.Turned(damned, True),
        ev.TimeAdvanced(place, 2),
    ]  # fmt: skip
    found = read_changes(view, say_for("en", NAMES, 2), [Event(None, body) for body in bodies])
    assert (found.cards[damned], found.cards[place]) == ("Ready", "Evening")


@pytest.mark.parametrize("locale", ["hu", "es"])
def test_a_turn_is_not_called_a_round(locale):
    """In Hungarian, the header may use "forduló" only for a Round and not for a player's turn."""
    say = say_for(locale, NAMES, 2)
    acts = say.t("{name} acts", name=say.seat(0))
    assert acts != "{name} acts"
    assert "fordul" not in acts.casefold()


def test_labels_of_changes_cover_no_card(monkeypatch):
    labels = []
    monkeypatch.setattr(verge, "lay_tag", lambda image, right, top, label, room: labels.append((right, top)))
    for heretics in (0, 3, 7, 12):
        view = crowded("en", fight=False, heretics=heretics)
        changed = [card.id for card in view.cards if card.type in ("damned", "heretic", "camp")]
        for marked in (changed, changed[::2], changed[:2]):
            events = [Event(None, ev.Changed(card, "health", 1, "round")) for card in marked]
            for side in board(view, events=events).sides:
                labels.clear()
                verge.draw_side.__wrapped__(side)
                boxes = [*verge._leaders(side), *(box for box, _ in verge.cells(side))]
                for right, top in labels:
                    low = top + LABEL_HEIGHT
                    assert all(low <= box[1] or top >= box[3] for box in boxes if box[0] < right <= box[2])
    assert labels


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("format", ["draft", "sealed"])
def test_the_heading_while_decks_are_built_is_whole(unpainted, locale, format):
    view = play_random_moves("aevum_haeresis", 2, "packet", 1, 0, (("format", format),))[0].view(None)
    with text_audit.audit() as found:
        render.board(view, None, locale, ("Bartholomew", "Csilla"))
    assert (found.cuts, found.overflows) == ([], [])
