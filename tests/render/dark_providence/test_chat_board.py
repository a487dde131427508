"""The chat board of Dark Providence: legible on a phone in all languages, with all player counts, at every step."""

import pytest

from render.dark_providence import chat_city, chat_map
from render.dark_providence.chat_board import GAP, LINES, divide, draw, news_lines
from render.dark_providence.chat_reader import read_chat_board
from render.dark_providence.chat_row import in_play
from render.dark_providence.chat_standings import standings_height
from render.dark_providence.pictures import PICTURES
from render.dark_providence.recent_changes import read_public_changes
from render.pen import png_encoding, text_audit
from render.sheets.chat_board import MAX_TALL, MIN_TALL, MIN_TEXT, WIDTH
from render.sheets.game_pictures_base import say_for
from rules.dark_providence.content.load import base
from rules.dark_providence.state import events as ev
from rules.kernel.data.events import Event
from rules.kernel.words.translation import LOCALES
from tests.render.dark_providence.test_board import CROWDED, NAMES, ODD, crowded, everything, played
from tests.render.matches_to_draw import play_random_moves

SEATS = (1, 2, 3, 4, 5)


def records(view, locale="en", events=(), names=NAMES):
    return read_chat_board(view, say_for(locale, names, view.seats), events)


def boxes_on_map(found):
    """Return the left, top and bottom of each plate on the map, and the height of the map."""
    layout = divide(found, MAX_TALL - GAP - standings_height(found.standings))
    tall = layout.end - layout.top
    plates = zip(found.places, chat_map.place_plates(found.places, tall), strict=True)
    return [(x, y, y + chat_city.plate_height(place.plate, room)) for place, ((x, y), room) in plates], tall


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_large_enough_and_uncut_at_every_stage(unpainted, seats, locale):
    for moves in (0, 12, 90, 5000):
        match, events = played(seats, 2, moves)
        with text_audit.audit() as found:
            image = PICTURES.chat_board(match.view(None), locale, NAMES, events)
        assert image.width == WIDTH
        assert MIN_TALL <= image.height <= MAX_TALL
        assert min(found.sizes) >= MIN_TEXT
        assert not found.overflows, moves
        # only names of players may be shortened, also in the headline
        assert all(any(name in cut for name in NAMES) for cut in found.cuts), found.cuts


@pytest.mark.parametrize("seats", [1, 5])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_worst_crowd_is_legible(unpainted, seats, locale):
    view = crowded(seats, locale)
    with text_audit.audit() as found:
        PICTURES.chat_board(view, locale, ODD, everything(view))
    assert min(found.sizes) >= MIN_TEXT


@pytest.mark.parametrize("seats", SEATS)
def test_plates_lie_inside_the_map_and_apart_with_room_for_their_labels(seats):
    for moves in (0, 60, 160):
        match, events = played(seats, 2, moves)
        boxes, tall = boxes_on_map(records(match.view(None), "es", events))
        for index, (x, top, low) in enumerate(boxes):
            assert 0 < top < low < tall
            others = [box for box in boxes[:index] if box[0] == x]
            assert all(low < other_top or top > other_low for _, other_top, other_low in others)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_label_of_a_change_makes_a_plate_higher_and_fits_its_width(locale):
    view = played(3, 4, 90)[0].view(None)
    events = [Event(None, body) for body in labelled(view)]
    for event in events:
        plain, marked = (
            {place.plate.id: place.plate for place in records(view, locale, told).places} for told in ((), (event,))
        )
        changed = [city for city in plain if plain[city] != marked[city]]
        assert changed, event
        for city in changed:
            plate = marked[city]
            labels = [label for label in (plate.mark, plate.asset_mark) if label]
            added = len(labels) * chat_city.LABEL
            room = chat_city.ROOMS[0]
            assert chat_city.plate_height(plate, room) == chat_city.plate_height(plain[city], room) + added
            for label in labels:
                assert chat_city.width(label, chat_city.TAG) <= chat_city.WIDTH - 8, label


def labelled(view):
    """Return an event for each label of a city or an asset."""
    asset = next(city.asset for city in view.cities if city.asset)
    yield from (ev.Placed(0, CROWDED, 12, ()), ev.Placed(0, asset, 12, ()), ev.Recovered(0, CROWDED, 12))
    yield from (ev.DroveOff(0, 1, CROWDED, 12), ev.Acquired(0, CROWDED, ""), ev.TurnedUp(CROWDED, asset))
    yield from (ev.StackRanOut(CROWDED), ev.Travelled(0, "x", "arkham", CROWDED), ev.Locked(0, asset))
    yield from (ev.ControlChanged(CROWDED, 0, -1), ev.ControlChanged(CROWDED, -1, 0), ev.Unlocked(0, CROWDED))
    yield from (ev.AgentLost("deep_one_1", -1, CROWDED), ev.MarkerPut("cthulhu", CROWDED))
    yield from (ev.GateWorked(0, CROWDED, face, "deep_one_1", ()) for face in ("open", "close"))
    yield ev.Assassinated(0, "deep_one_1", "deep_one_2", 0, CROWDED, ())


@pytest.mark.parametrize("seats", [1, 4])
def test_every_seat_and_a_spectator_see_the_same_bytes(seats):
    match, _ = played(seats, 4, 90)
    while match.decisions() and next(iter(match.decisions().values())).prompt.key != "turn":
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    events = [Event(None, ev.Passed(0)), Event((0,), ev.GotAllegiance(0, "cultist"))]
    pictures = [PICTURES.chat_board(match.view(viewer), "en", NAMES, events) for viewer in (None, *range(seats))]
    assert len({picture.tobytes() for picture in pictures}) == 1
    text_audit.forget()
    assert PICTURES.chat_board(match.view(None), "en", NAMES, events).tobytes() == pictures[0].tobytes()
    assert pictures[0].mode == "P"
    assert pictures[0].getpalette() == png_encoding.palette().getpalette()


def test_it_says_whose_turn_it_is_and_what_is_left():
    for seats, moves in ((1, 30), (2, 60), (4, 140)):
        view = played(seats, 2, moves)[0].view(None)
        head = records(view).head
        assert all(NAMES[seat] in head.headline for seat in view.to_act)
        if view.turn and view.to_act == [view.turn.seat] and view.turn.actions:
            assert str(view.turn.actions) in head.detail
    setup = records(played(3, 2, 0)[0].view(None)).head
    news = ("Now: the choice of a colour or a lead agent",)
    assert (setup.detail, news_lines(setup.news, LINES)) == ("Set-up", news)


def test_news_of_a_cultist_says_that_its_order_failed():
    view = played(1, 2, 30)[0].view(None)
    orders = [ev.CultistActs(1, "assassinate", "boston"), ev.CultistFailed(1, "assassinate")]
    orders += [ev.CultistActs(2, "ritual", "arkham")]
    told = [line for _, line in records(view, events=[Event(None, body) for body in orders]).head.news]
    assert [line.endswith(" (failed)") for line in told] == [True, False, False]


def test_an_order_stays_successful_if_only_the_resource_action_after_it_failed():
    say = say_for("en", NAMES, 1)
    failed = [ev.CultistFailed(1, "influence"), ev.CultistFailed(2, "acquire")]
    owners = read_public_changes(say, [Event(None, body) for body in failed]).owners
    assert owners == {2: "failed"}


def test_it_says_what_changed_with_the_great_events_first():
    view = played(3, 4, 90)[0].view(None)
    small = [Event(None, ev.Placed(0, city.id, 2, ())) for city in view.cities]
    cards = tuple(base().cards)[:5]
    great = Event(None, ev.Assassinated(0, "deep_one_1", "deep_one_2", 1, "boston", cards))
    told = records(view, events=[*small, great, Event((1,), ev.Discarded(1, cards))]).head.news
    news = news_lines(told, LINES)
    assert len(news) == LINES
    assert "Assassination in Boston" in " ".join(news)
    assert "Force from" not in " ".join(news)
    assert "discarded" not in " ".join(line for _, line in told)
    long = [(1, "word " * 36), (1, "word " * 400)]
    assert len(news_lines(long, LINES)) == LINES + 1


@pytest.mark.parametrize("seats", SEATS)
def test_it_says_what_is_on_offer(seats):
    view = played(seats, 6, 120)[0].view(None)
    found = records(view)
    for city, place in zip(view.cities, found.places, strict=True):
        plate = place.plate
        assert (plate.control, plate.gate, plate.face) == (city.control, city.gate, city.gate_face)
        assert not city.asset or base().assets[city.asset].name.en == plate.asset
        cubes = [sign for sign in plate.signs if "cube" in sign]
        assert [int(sign.rpartition("}")[2]) for sign in cubes] == [count for count in city.marks if count]
        assert ("{lock}" in plate.signs) == city.lock
        assert any("agent" in sign or "deep_one" in sign for sign in plate.signs) == bool(city.agents)
    assert [card.seed for card in found.row.cards] == [card.id for card in view.row]
    assert all(card.marks or card.lock or card.mark for card in in_play(found.row).cards)


@pytest.mark.parametrize("seats", SEATS)
def test_it_says_how_everyone_stands(seats):
    view = played(seats, 6, 120)[0].view(None)
    found = records(view, events=[Event(None, ev.Vp(0, 4, 9)), Event(None, ev.Vp(0, -1, 8))]).standings
    for player, row in zip(view.players, found.rows, strict=False):
        vp, influence, agents, madness = row.cells
        assert vp == str(player.vp)
        assert influence.rpartition("}")[2] == (str(player.supply) if player.supply else "")
        assert madness.rpartition("}")[2] == (str(player.madness) if player.madness else "")
        assert bool(agents) == any(agent.owner == player.seat for agent in view.agents)
        assert not row.allegiance or player.revealed or view.over
    assert found.rows[0].gain == ("" if view.over else "+3")
    assert [track.space for track in found.tracks] == [view.investigation, view.ritual]
    assert str(view.threshold) in found.end
    assert bool(found.goal) == (seats == 1)
    assert len(found.rows) == (4 if seats == 1 else seats)


@pytest.mark.parametrize("locale", LOCALES)
def test_cultists_have_the_names_of_their_cards_and_none_is_cut(unpainted, locale):
    view = played(1, 1, 60)[0].view(None)
    names = [getattr(card.name, locale) for card in base().cultists.values()]
    assert [row.name for row in records(view, locale).standings.rows][-2:] == names
    with text_audit.audit() as found:
        PICTURES.draw_chat_board(view, say_for(locale, NAMES, 1), ())
    assert not {*names} & {*found.cuts}


def test_a_crowded_city_tells_how_many_signs_are_left_out():
    signs = tuple(f"{{cube{colour}}}9" for colour in range(5))
    lines = chat_city.sign_lines(signs, 1)
    assert len(lines) == 1
    shown = [sign for sign in lines[0] if sign in signs]
    assert lines[0][-1] == f"+{len(signs) - len(shown)}"
    assert sum(map(len, chat_city.sign_lines(signs, 4))) == len(signs)
    assert chat_city.asset_lines("Night Express", signs, 2)[-1].endswith(" +3")


def test_drawing_leaves_the_view_alone():
    match, events = played(2, 5, 90)
    view = match.view(None)
    before = view.model_dump_json()
    draw(records(view, events=events))
    assert view.model_dump_json() == before


def test_the_news_keep_the_full_stop_of_an_abbreviation():
    view = played(2, 2, 12)[0].view(None)
    found = records(view, events=[Event(None, ev.Placed(0, "washington", 2, ()))])
    assert [line for _, line in found.head.news] == ["Anna placed 2 influence markers on Washington D.C."]


@pytest.mark.parametrize(("locale", "name"), [("en", "The Great Old One"), ("hu", "A Vén"), ("es", "El Primigenio")])
def test_news_about_the_great_old_one_begin_with_an_article(locale, name):
    view = played(1, 2, 12)[0].view(None)
    found = records(view, locale, [Event(None, ev.EndCalled(-1, "threshold"))])
    assert found.head.news[0][1].startswith(f"{name} ")


@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_great_old_ones_are_never_cut(unpainted, locale):
    view = played(1, 2, 90)[0].view(None)
    for name in base().old_ones:
        shown = view.model_copy(update={"old_one": view.old_one.model_copy(update={"id": name, "vp": 35})})
        events = [Event(None, ev.Vp(-1, 12, 35))]
        with text_audit.audit() as found:
            PICTURES.chat_board(shown, locale, ("Anna",), events)
        assert not found.cuts, name
        assert not found.overflows


def test_a_name_of_ten_letters_is_whole_at_the_end(unpainted):
    view = played(2, 2, 5000)[0].view(None)
    players = [player.model_copy(update={"supply": 0}) for player in view.players]
    with text_audit.audit() as found:
        PICTURES.chat_board(view.model_copy(update={"players": players}), "hu", ("Anna", "Bartholomew"), ())
    assert view.over
    assert not found.cuts


def test_cities_of_a_crowded_column_show_as_much_as_there_is_room_for():
    mixed = 0
    for moves in range(60, 240, 20):
        match, events = played(5, 2, moves)
        found = records(match.view(None), "es", events)
        boxes, tall = boxes_on_map(found)
        spots = chat_map.place_plates(found.places, tall)
        for left in {x for x, _, _ in boxes}:
            column = [
                (place.plate, room) for place, ((x, _), room) in zip(found.places, spots, strict=True) if x == left
            ]
            least = max(chat_city.ROOMS.index(room) for _, room in column)
            free = tall - 2 * chat_map.EDGE + chat_map.GAP
            free -= sum(chat_city.plate_height(plate, room) + chat_map.GAP for plate, room in column)
            mixed += len({room for _, room in column}) > 1
            for plate, room in column:
                if least and room == chat_city.ROOMS[least]:
                    more = chat_city.plate_height(plate, chat_city.ROOMS[least - 1])
                    assert more - chat_city.plate_height(plate, room) > free
    assert mixed


def test_the_headline_of_the_end_names_a_great_old_one_that_has_won():
    view = next(found for seed in range(9) if (found := played(1, seed, 5000)[0].view(None)).over)
    name = base().old_ones[view.old_one.id].name.en
    assert records(view, events=[Event(None, ev.MatchEnded(()))]).head.headline == f"{name} wins"
    assert records(view, events=[Event(None, ev.MatchEnded((0,)))]).head.headline == f"{NAMES[0]} wins"


def test_the_news_of_the_set_up_say_what_is_being_chosen():
    views = [play_random_moves("dark_providence", 3, "set-up", 1, moves)[0].view(None) for moves in (0, 3)]
    last = [records(view).head.news[-1][1] for view in views]
    assert last == ["Now: the choice of a colour or a lead agent", "Now: the choice of a city"]
