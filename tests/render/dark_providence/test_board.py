"""The board of Dark Providence with all player counts, in all languages and in crowded positions.

No text is cut off, and nothing hidden leaks.
"""

import random
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render.dark_providence import board as board_drawing
from render.dark_providence import city as city_drawing
from render.dark_providence import mythos_and_tracks
from render.dark_providence.board_records import Agent, Asset, City
from render.dark_providence.change_marks import OUTLINE, tag_width
from render.dark_providence.city import ABOVE, GATE, MARGIN, SEAL_SIDE, draw_city, plate_height, resources_box
from render.dark_providence.layout import MAP, MIN_TEXT_SIZE, WIDTH
from render.dark_providence.map import road_prices
from render.dark_providence.map_positions import PLATE, plate_corners
from render.dark_providence.mythos_and_tracks import CARD_HEIGHT
from render.dark_providence.pictures import PICTURES
from render.dark_providence.recent_changes import MARKS
from render.dark_providence.view_reader import read_board, read_roads
from render.pen import picture_cache, png_encoding, text_audit, theme
from render.pen.pieces import pieces_of
from render.sheets.game_pictures_base import say_for
from render.text.text_layout import Style, width
from rules.dark_providence.content.load import base
from rules.dark_providence.state import events as ev
from rules.dark_providence.state.view import AgentView, MythosView
from rules.dark_providence.words.names import initials
from rules.kernel.data.events import Event
from rules.kernel.words.translation import LOCALES, Translator
from tests.game_helpers import rule
from tests.render.conftest import LETTERS, PHONE
from tests.render.matches_to_draw import play_random_moves

NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs-Szentmártonkáta", "Ñuño ¿Quién?", "W" * 32)
ODD = ("W" * 32, "\U0001f409", "", "{coin}" * 5, "Ő" * 32)
CROWDED = "boston"
EN = Translator("en", NAMES)


def played(seats, seed, moves):
    """Play a number of random moves. Return the match and the last events."""
    return play_random_moves("dark_providence", seats, "board", seed, moves)


def agent(number, name, kind, owners, city=CROWDED):
    """Return an agent for a crowded board. Every third agent is marked as returned."""
    owner = number % owners
    returned = number % 3 == 2
    return AgentView(
        id=name, kind=kind, owner=owner, city=city, returned=returned, force=number % 3, arcane=(number + 1) % 3
    )


def crowded(seats, locale="hu"):
    """Return a view with as many pieces as the game's box contains, and with the longest names in a language."""
    content, view = base(), played(seats, 1, 60)[0].view(None)
    owners = 3 if seats == 1 else seats

    def longest(records):
        return sorted(records, key=lambda card: (-len(getattr(records[card].name, locale)), card))

    recruits = [card for card in longest(content.assets) if content.assets[card].agent]
    kinds = dict.fromkeys([player.lead for player in view.players if player.lead], "lead")
    kinds |= dict.fromkeys(recruits[:8], "recruited") | {f"deep_one_{n}": "deep_one" for n in range(1, 9)}
    agents = [agent(number, name, kind, owners) for number, (name, kind) in enumerate(kinds.items())]
    marks = [9 + number for number in range(owners)]
    assets, mythos = longest(content.assets), longest(content.mythos)
    cities = [
        city.model_copy(update={
            "marks": marks, "asset": asset, "asset_marks": marks, "asset_lock": True, "lock": True, "stack": 4,
            "controller": number % owners, "gate_face": ("open", "close")[number % 2], "gate_owner": number % owners,
            "cthulhu": True, "martial_law": True, "whateleys": 2,
        })
        for number, (city, asset) in enumerate(zip(view.cities, assets, strict=False))
    ]  # fmt: skip
    players = [
        player.model_copy(update={
            "vp": 40, "supply": 19, "pool": 12, "limbo": 19, "mythos": mythos[:9], "crypt": recruits[:7],
            "sane": 6, "madness": 12, "deck_count": 44, "discard_count": 44, "revealed": True,
            "allegiance": ("investigator", "cultist", "ex_investigator", "ex_cultist")[number % 4],
        })
        for number, player in enumerate(view.players)
    ]  # fmt: skip
    row = [MythosView(id=card, marks=marks, lock=True) for card in mythos[:8]]
    update = {"agents": agents, "cities": cities, "players": players, "row": row, "ritual": 12, "investigation": 12}
    if view.old_one:
        update["old_one"] = view.old_one.model_copy(update={"mythos": mythos[:9], "madness": 4, "vp": 40})
    return view.model_copy(update=update)


def everything(view):
    """Return events that mark every part of a board that can be marked as changed."""
    found = [Event(None, ev.Placed(0, target, 12, ())) for city in view.cities for target in (city.id, city.asset)]
    found += [Event(None, ev.Placed(owner, card.id, 12, ())) for owner, card in enumerate(view.row)]
    found += [Event(None, ev.MovedTrack(track, -12, 0)) for track in ("ritual", "investigation")]
    return [*found, Event(None, ev.Revealed(view.seats - 1, "cultist", "action"))]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_large_enough_and_stays_inside_at_every_stage(unpainted, seats, locale):
    for moves in (0, 12, 90, 5000):
        match, events = played(seats, 2, moves)
        with text_audit.audit() as found:
            image = PICTURES.board(match.view(None), locale, NAMES, events)
        assert min(found.sizes) * PHONE / image.width >= LETTERS
        assert not found.overflows, moves


@pytest.mark.parametrize("seats", [1, 2, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_worst_crowd_stays_inside(unpainted, seats, locale):
    view = crowded(seats, locale)
    with text_audit.audit() as found:
        image = PICTURES.board(view, locale, ODD, everything(view))
    assert min(found.sizes) * PHONE / image.width >= LETTERS
    assert not found.overflows


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_cities_are_never_cut(unpainted, seats, locale):
    with text_audit.audit() as found:
        PICTURES.board(played(seats, 2, 90)[0].view(None), locale, None, ())
    names = {getattr(city.name, locale) for city in base().cities.values()}
    assert not names & set(found.cuts)


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("owners", [1, 3, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_assets_are_never_cut_by_the_influence_on_them(unpainted, locale, owners, lock):
    marks = tuple((colour, 6 + colour) for colour in range(owners))
    image = Image.new("RGB", (PLATE[0] + 2 * MARGIN, ABOVE + PLATE[1] + MARGIN))
    with text_audit.audit() as found:
        for card in base().assets.values():
            asset = Asset(getattr(card.name, locale), bool(card.agent), 4, lock, marks)
            draw_city(image, City("boston", (0.0, 0.0), "Boston", 4, 4, asset=asset))
    assert not found.cuts
    assert not found.overflows
    assert min(found.sizes) >= MIN_TEXT_SIZE


@pytest.fixture
def fresh_pictures():
    """Draw everything again, and keep no picture of the test."""
    picture_cache.PICTURES.clear()
    yield
    picture_cache.PICTURES.clear()


@pytest.mark.parametrize("value", [1, 4, 8])
def test_neither_the_lock_nor_the_shape_of_an_owner_covers_a_number(monkeypatch, fresh_pictures, value):
    boxes = {}
    monkeypatch.setattr(city_drawing, "lay_icon", lambda _image, icon, *box: boxes.update({icon: box}))
    image = Image.new("RGB", (PLATE[0] + 2 * MARGIN, ABOVE + PLATE[1] + MARGIN))
    owned = City("x", (0.0, 0.0), "Boston", value, value, controller=0, lock=True, face="open", gate_owner=1)
    draw_city(image, owned)
    (x, y, side, _), (lock_x, lock_y, lock_side, _), (gate_x, _, gate_side, _) = (
        boxes[icon] for icon in ("seat0", "lock", "seat1")
    )
    middle, half = SEAL_SIDE // 2 + 8, width(str(value), Style(56, "bold", theme.INK)) / 2
    assert lock_x + lock_side <= middle - half < middle + half <= x
    assert x + side <= SEAL_SIDE + 16
    # The row of agents begins 40 pixels below the middle of the seal.
    assert max(y + side, lock_y + lock_side) <= middle + 40
    assert gate_x >= (GATE + width(str(value), Style(38, "bold", theme.INK))) // 2 - 1
    assert gate_x + gate_side <= GATE + 8


def test_a_label_beside_the_influence_on_an_asset_covers_none_of_it(monkeypatch):
    labels = []
    monkeypatch.setattr(city_drawing, "lay_tag", lambda *drawn: labels.append(drawn[3]))
    image = Image.new("RGB", (PLATE[0] + 2 * MARGIN, ABOVE + PLATE[1] + MARGIN))
    for owners, is_drawn in ((0, True), (1, True), (5, False)):
        labels.clear()
        asset = Asset("Arms", False, 1, False, tuple((owner, 12) for owner in range(owners)), "placed 12")
        draw_city(image, City("x", (0.0, 0.0), "Boston", 4, 4, asset=asset))
        assert labels == ["placed 12"] * is_drawn


def apart(one, other, shared=0):
    """Return whether two boxes have at most a strip of `shared` pixels in common."""
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down) <= shared


@pytest.mark.parametrize("agents", [0, 1, 3, 5, 8])
@pytest.mark.parametrize("label", ["placed 3", "nuevo control", "ügynök elesett"])
def test_a_label_of_a_city_covers_neither_its_resources_nor_its_agents(monkeypatch, fresh_pictures, agents, label):
    labels = []
    monkeypatch.setattr(
        city_drawing,
        "lay_tag",
        lambda _image, right, top, text, _: labels.append((right - tag_width(text), top, right, top + 36)),
    )
    image = Image.new("RGB", (PLATE[0] + 2 * MARGIN, ABOVE + PLATE[1] + MARGIN))
    tokens = tuple(Agent("recruited", "AB", 0, id=f"a{number}", name="A") for number in range(agents))
    city = City("x", (0.0, 0.0), "Boston", 4, 4, agents=tokens, icons=(("influence", 2), ("wealth", 3)), mark=label)
    draw_city(image, city)
    shown = [(p.x, p.y, p.x + p.width, p.y + p.height) for p in pieces_of(image) if p.key.startswith("agent:")]
    assert len(shown) == min(agents, 5)
    for box in labels:
        assert 0 <= box[0] < box[2] <= image.width
        assert all(apart(box, other) for other in (*shown, resources_box(city)))
    # If there are many agents, there is room for a short label only.
    assert len(labels) == (agents <= 1 or label == "placed 3")


def test_no_city_covers_the_resources_or_the_routes_of_another_one():
    cities, roads = base().cities, read_roads(base())
    places = tuple((city, record.where) for city, record in cities.items())
    corners = plate_corners(tuple(where for _, where in places))
    token, asset = Agent("recruited", "AB", 0), Asset("Arms", False, 4, marks=((0, 1),))
    shown = [
        City(city, where, "", 4, 4, agents=(token,), asset=asset, icons=tuple(base().city_cards[city].icons.items()))
        for city, where in places
    ]
    plates = [(x, y, x + PLATE[0], y + plate_height(city)) for city, (x, y) in zip(shown, corners, strict=True)]
    tabs = []
    for city, (x, y) in zip(shown, corners, strict=True):
        x0, y0, x1, y1 = resources_box(city)
        tabs.append((x + x0 - MARGIN, y + y0 - ABOVE, x + x1 - MARGIN, y + y1 - ABOVE))
    assert all(apart(tab, plate) for tab in tabs for plate in plates)
    # Influence on an asset may touch the edge of a price, but leaves its number.
    prices = road_prices(places, roads, ())
    assert all(apart(price, box, 6) for price in prices for box in (*plates, *tabs))


@pytest.mark.parametrize(("seats", "slim"), [(3, False), (5, True)])
def test_a_label_on_a_mythos_card_is_below_its_name(monkeypatch, fresh_pictures, seats, slim):
    tops = []
    monkeypatch.setattr(mythos_and_tracks, "lay_tag", lambda image, _right, top, *_: tops.append((top, image.height)))
    view = played(seats, 1, 60)[0].view(None)
    row = [card.model_copy(update={"marks": [0] * seats}) for card in view.row]
    events = [Event(None, ev.Placed(0, card.id, 2, ())) for card in row]
    PICTURES.board(view.model_copy(update={"row": row}), "en", None, events)
    assert tops
    assert all((tall < CARD_HEIGHT) == slim for _, tall in tops)
    assert all(top >= tall // 2 - 2 for top, tall in tops)


def test_plates_lie_on_the_map_apart_from_each_other():
    spots = plate_corners(tuple(city.where for city in base().cities.values()))
    wide, tall = PLATE
    for index, (x, y) in enumerate(spots):
        assert 0 <= x <= MAP[0] - wide
        assert 0 <= y <= MAP[1] - tall
        for other_x, other_y in spots[:index]:
            assert abs(x - other_x) >= wide + 8 or abs(y - other_y) >= tall + 8


def test_cities_of_another_pack_find_places_of_their_own():
    places = tuple((-90.0 + 3 * (n % 4), 42.5 - 4 * (n // 4)) for n in range(12))
    spots = plate_corners(places)
    assert len(set(spots)) == 12
    for index, (x, y) in enumerate(spots):
        assert 0 <= x <= MAP[0] - PLATE[0]
        assert 0 <= y <= MAP[1] - PLATE[1]
        assert all(abs(x - a) >= PLATE[0] - 8 or abs(y - b) >= PLATE[1] - 8 for a, b in spots[:index])


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_board_has_its_size_and_the_palette(seats):
    match, events = played(seats, 3, 80)
    image = PICTURES.board(match.view(None), "en", NAMES, events)
    assert image.mode == "P"
    assert image.width == WIDTH
    assert image.height <= 2 * WIDTH
    assert image.getpalette() == png_encoding.palette().getpalette()
    assert len(image.getcolors()) <= png_encoding.COLOURS
    data = png_encoding.encode(image)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) < 1_000_000


def test_the_same_view_gives_the_same_bytes():
    match, events = played(3, 4, 90)
    first = png_encoding.encode(PICTURES.board(match.view(None), "en", NAMES, events))
    text_audit.forget()
    assert png_encoding.encode(PICTURES.board(match.view(None), "en", NAMES, events)) == first


def test_drawing_leaves_the_view_alone():
    match, events = played(2, 5, 90)
    view = match.view(None)
    before = view.model_dump_json()
    PICTURES.board(view, "en", None, events)
    assert view.model_dump_json() == before


@pytest.mark.parametrize("seats", [1, 2, 4, 5])
def test_what_is_hidden_changes_no_pixel(seats):
    rng = random.Random(7)
    for moves in (20, 90):
        match, _ = played(seats, 6, moves)
        for seat in (None, *range(seats)):
            here = PICTURES.board(match.view(seat), "en", NAMES, ())
            other = PICTURES.board(match.worlds(seat, rng).view(seat), "en", NAMES, ())
            assert here.tobytes() == other.tobytes(), (moves, seat)


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_every_seat_and_a_spectator_see_the_same_board(seats):
    match, _ = played(seats, 4, 90)
    while match.decisions() and next(iter(match.decisions().values())).prompt.key != "turn":
        # in the middle of an action, seats can see different boards, because the number of actions left is private
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    assert len({PICTURES.board(match.view(viewer), "en", NAMES, ()).tobytes() for viewer in (None, *range(seats))}) == 1


def test_face_down_allegiances_look_alike_and_a_revealed_one_does_not():
    view = played(2, 4, 40)[0].view(None)
    hidden = [player.model_copy(update={"revealed": False, "allegiance": None}) for player in view.players]
    pictures = [PICTURES.board(view.model_copy(update={"players": hidden}), "en", NAMES, ()).tobytes()]
    for side in ("investigator", "cultist"):
        shown = [hidden[0], hidden[1].model_copy(update={"revealed": True, "allegiance": side})]
        pictures.append(PICTURES.board(view.model_copy(update={"players": shown}), "en", NAMES, ()).tobytes())
    assert len(set(pictures)) == 3


def accent(image):
    mapped = png_encoding.to_palette(Image.new("RGB", (1, 1), OUTLINE)).getpixel((0, 0))
    return next((count for count, colour in image.getcolors() if colour == mapped), 0)


def test_what_changed_is_outlined_in_the_accent_and_only_then():
    view = played(3, 4, 90)[0].view(None)
    quiet = PICTURES.board(view, "en", NAMES, ())
    for event in everything(view):
        marked = PICTURES.board(view, "en", NAMES, (event,))
        assert ImageChops.difference(quiet.convert("RGB"), marked.convert("RGB")).getbbox() is not None
        assert accent(marked) > accent(quiet) + 300, event


def test_events_addressed_to_someone_else_are_not_shown():
    match, events = next(found for moves in range(70, 99) if (found := played(3, 2, moves))[1])
    private = [Event((2,), event.body) for event in events]
    view = match.view(None)
    assert PICTURES.board(view, "en", NAMES, private).tobytes() == PICTURES.board(view, "en", NAMES, ()).tobytes()


def test_every_event_that_is_marked_exists():
    assert MARKS.kinds <= set(ev.EVENTS.values())


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_the_board_shows_the_numbers_of_the_view(seats):
    view = played(seats, 6, 120)[0].view(None)
    board = read_board(view, say_for("en", NAMES, seats))
    for city, shown in zip(view.cities, board.cities, strict=True):
        assert (shown.control, shown.gate, shown.face) == (city.control, city.gate, city.gate_face)
        assert [count for _, count in shown.marks] == [count for count in city.marks if count]
        assert sum(token.count for token in shown.agents) == len(city.agents)
        assert (shown.asset.stack if shown.asset else 0) == city.stack
    for player, shown in zip(view.players, board.players, strict=True):
        assert shown.vp == player.vp
        assert dict(shown.counts)["hand"] == str(player.hand_count)
    assert [track.space for track in board.side.tracks] == [view.investigation, view.ritual]
    assert len(board.side.row) == len(view.row)
    assert (board.old_one is None) == (seats > 1)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_leads_can_be_told_apart_by_their_letters(locale):
    assert len({initials("base", lead, locale) for lead in base().leads}) == len(base().leads)


def test_the_headline_names_who_must_act():
    for seats, moves in ((1, 30), (2, 20), (4, 140)):
        view = played(seats, 2, moves)[0].view(None)
        board = read_board(view, say_for("en", NAMES, seats))
        assert all(NAMES[seat] in board.head.headline for seat in view.to_act)


def test_the_end_names_the_winners():
    match, events = played(2, 2, 5000)
    assert match.over
    board = read_board(match.view(None), say_for("en", NAMES, 2), events)
    assert board.head.over
    assert any(name in board.head.headline for name in NAMES[:2])
    assert Translator("en").t("Before the final count") == board.head.detail


@pytest.mark.parametrize("locale", LOCALES)
def test_the_head_of_the_end_is_not_cut(unpainted, locale):
    match, _ = played(2, 2, 5000)
    with text_audit.audit() as found:
        PICTURES.board(match.view(None), locale, ("Anna", "Bence"), ())
    assert not found.cuts


@rule("DP-BOARD.2")
def test_every_city_shows_the_resources_of_its_city_card():
    content, view = base(), played(3, 1, 0)[0].view(None)
    for city in read_board(view, EN, []).cities:
        assert dict(city.icons) == content.city_cards[city.id].icons
        # The label of a change leaves the tab where it is.
        for shown in (city, replace(city, mark="placed 1")):
            x0, y0, x1, y1 = resources_box(shown)
            image = Image.new("RGB", (PLATE[0] + 2 * MARGIN, PLATE[1] + ABOVE + MARGIN))
            bare = image.copy()
            draw_city(image, shown)
            draw_city(bare, replace(shown, icons=()))
            box = ImageChops.difference(image, bare).getbbox()
            assert box is not None
            assert x0 <= box[0] < box[2] <= x1 + 1
            assert y0 <= box[1] < y1


@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_revealed_allegiances_are_never_cut(unpainted, locale):
    view = played(4, 2, 90)[0].view(None)
    sides = ("investigator", "cultist", "ex_investigator", "ex_cultist")
    players = [
        player.model_copy(update={"revealed": True, "allegiance": side})
        for player, side in zip(view.players, sides, strict=True)
    ]
    with text_audit.audit() as found:
        PICTURES.board(view.model_copy(update={"players": players}), locale, ("A", "B", "C", "D"), ())
    assert not found.cuts
    assert not found.overflows


def test_labels_of_strips_cover_no_count_and_no_points(monkeypatch, fresh_pictures):
    labels = []
    monkeypatch.setattr(board_drawing, "lay_tag", lambda _image, right, top, text, _: labels.append((right, top, text)))
    view = played(1, 2, 90)[0].view(None)
    image = PICTURES.board(view, "es", NAMES, [Event(None, ev.Passed(0)), Event(None, ev.Acquired(-1, "boston", ""))])
    strips = {piece.key: piece for piece in pieces_of(image) if piece.key.startswith(("seat:", "allegiance:"))}
    assert len(labels) == 2
    for (_, top, _), seat in zip(labels, ("seat:0", "seat:old_one"), strict=True):
        assert top + 36 <= strips[seat].y + 14
    assert labels[0][0] < strips["allegiance:0"].x
