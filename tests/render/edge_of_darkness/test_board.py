"""The board with every player count and in every language: no text is cut off, and the last move is outlined."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
import rules
from render.edge_of_darkness.board import draw_board
from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.layout import columns
from render.edge_of_darkness.legend import GROUPS
from render.edge_of_darkness.locations import draw_places, place_boxes
from render.edge_of_darkness.player_strips import draw_strip
from render.edge_of_darkness.recent_changes import Changes, read_changes
from render.edge_of_darkness.tower import TOP, draw_tower
from render.edge_of_darkness.view_reader import read_board, read_player
from render.pen import png_encoding, text_audit, theme
from render.sheets.game_pictures_base import say_for
from rules.edge_of_darkness.state.actions import ChooseGuild
from rules.edge_of_darkness.state.events import Attacked, TowerFilled
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.conftest import LETTERS, NAMES, PHONE
from tests.render.test_choices import asked

STAGES = [0, 30, 130, 300]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("locale", LOCALES)
def test_text_is_large_enough_and_stays_inside_at_every_stage(unpainted, played, seats, locale):
    for seed, moves in enumerate(STAGES):
        view, events = played(seats, seed, moves)
        with text_audit.audit() as found:
            image = render.board(view, locale=locale, names=NAMES, events=events)
        assert min(found.sizes) * PHONE / image.width >= LETTERS
        assert not found.overflows, (seed, moves)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_very_long_and_very_odd_names_fit(unpainted, played, seats):
    view, events = played(seats, 3, 60)
    with text_audit.audit() as found:
        render.board(view, names=["W" * 32, "\U0001f409", "", "{coin}" * 5][:seats], events=events)
    assert not found.overflows


def test_the_same_view_gives_the_same_bytes(played):
    view, events = played(3, 4, 90)
    first = render.encode(render.board(view, names=NAMES, events=events))
    text_audit.forget()
    assert render.encode(render.board(view, names=NAMES, events=events)) == first


def test_every_seat_and_a_spectator_see_the_same_board(played):
    pictures = {render.board(played(3, 4, 90, viewer)[0]).tobytes() for viewer in (None, 0, 1, 2)}
    assert len(pictures) == 1


def test_drawing_leaves_the_view_alone(played):
    view, events = played(2, 5, 90)
    before = view.model_dump_json()
    render.board(view, events=events)
    assert view.model_dump_json() == before


def test_a_width_scales_and_a_box_is_kept(played):
    view, _ = played(2, 1, 40)
    whole = render.board(view)
    small = render.board(view, 800)
    assert small.size == (800, round(whole.height * 800 / whole.width))
    assert render.board(view, (1600, 1200)).size == (1600, 1200)


@pytest.mark.parametrize("size", [theme.BOARD, 800, (1600, 1200)])
def test_a_board_of_any_size_is_in_the_colours_of_the_palette(played, size):
    view, _ = played(2, 1, 40)
    image = render.board(view, size)
    assert image.mode == "P"
    assert image.getpalette() == png_encoding.palette().getpalette()


def test_scaling_blends_the_colours(played):
    view, _ = played(2, 1, 40)
    half, whole = render.board(view, theme.BOARD // 2).convert("RGB"), render.board(view).convert("RGB")
    apart = ImageChops.difference(half, whole.resize(half.size, Image.Resampling.BOX)).resize(
        (1, 1), Image.Resampling.BOX
    )
    rough = ImageChops.difference(half, whole.resize(half.size, Image.Resampling.NEAREST))
    assert sum(apart.getpixel((0, 0))) < sum(rough.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)))


def ember(image):
    mapped = png_encoding.to_palette(Image.new("RGB", (1, 1), EMBER)).getpixel((0, 0))
    return next((count for count, colour in image.getcolors() if colour == mapped), 0)


def test_what_changed_is_outlined_in_ember_and_only_then(played):
    for seed in range(4):
        view, events = played(3, seed, 77)
        quiet = render.board(view, names=NAMES)
        if not any(event.body.kind in ("drafted", "sleeved", "moved_agents", "attacked") for event in events):
            continue
        marked = render.board(view, names=NAMES, events=events)
        assert ImageChops.difference(quiet, marked).getbbox() is not None
        assert ember(marked) > ember(quiet) + 300


def test_events_addressed_to_someone_else_are_not_shown(played):
    view, events = next(found for seed in range(20) if (found := played(3, seed, 77))[1])
    private = [type(event)((2,), event.body) for event in events]
    assert render.board(view, events=private).tobytes() == render.board(view).tobytes()


def test_the_board_shows_the_numbers_of_the_view(played):
    view, _ = played(4, 6, 120)
    board = read_board(view, say_for("en", NAMES, 4))
    for player, shown in zip(view.players, board.players, strict=True):
        assert (shown.coins, shown.influence, shown.goodwill) == (player.coins, player.influence, player.goodwill)
        assert shown.placed == sum(player.agents.values())
        assert shown.defence == player.defence_value
        assert [card.seed for card in shown.hand] == [card.id for card in player.hand]
    assert [tray.total for tray in board.tower] == [sum(spot.cubes) for spot in view.tower]
    assert [shown.card.seed if shown.card else None for shown in board.street][::-1][:5] == [
        card.id if card else None for card in view.street
    ]
    assert board.track.bag == sum(view.bag)


def test_a_new_card_in_the_tower_has_not_the_label_of_the_card_before_it(played):
    view, _ = played(3, 8, 100)
    attack = Event(EVERYONE, Attacked(1, "nell_the_lamplighter", 2, (0,)))
    filled = Event(EVERYONE, TowerFilled(1, "jessamy_crake"))
    say = say_for("en", NAMES, 3)
    assert read_changes(view, say, [attack]).spots == {1: "attacked"}
    assert read_changes(view, say, [attack, filled]).spots == {1: "new threat"}


def test_the_headline_names_who_must_act(played):
    for seats, seed, moves in ((2, 0, 20), (3, 1, 90), (4, 2, 140)):
        view, _ = played(seats, seed, moves)
        board = read_board(view, say_for("en", NAMES, seats))
        assert all(NAMES[seat] in board.head.headline for seat in view.to_act)


@pytest.mark.rule("EOD-MISS.7")
def test_colours_go_by_guild_wherever_it_sits():
    match = rules.GAMES["edge_of_darkness"].new(3, "colours", {"guilds": "chosen"})
    for guild in ("carnival_of_shadows", "gilded_leaves", "anointed"):
        ((seat, _),) = match.decisions().items()
        match.apply(seat, ChooseGuild(guild))
    view = match.view(None)
    board = read_board(view, Translator())
    colours = {player.guild: theme.GUILDS[player.banner.guild].colour for player in board.players}
    red, green, yellow = (colours[name] for name in ("Carnival of Shadows", "Gilded Leaves", "Anointed"))
    assert red[0] > 2 * max(red[1:]), "the Carnival of Shadows is red"
    assert green[1] > 1.3 * max(green[0], green[2]), "the Gilded Leaves are green"
    assert len({red, green, yellow}) == 3
    by_guild = {player.seat: player.banner.guild for player in board.players}
    for shown, held in zip(board.players, view.players, strict=True):
        counts = [count for count in held.zone if count]
        assert [count for _, count in shown.zone] == counts
        assert {guild for guild, _ in shown.zone} <= {*by_guild.values(), -1}
        for seat, count in enumerate(held.zone[: view.seats]):
            assert not count or (by_guild[seat], count) in shown.zone
    assert board.head.icon == f"guild{by_guild[view.to_act[0]]}"


def test_the_legend_explains_every_icon_that_a_board_uses(unpainted, played):
    known = {name for _, icons in GROUPS for name, _ in icons}
    used = set()
    for seats, seed, moves in ((2, 1, 60), (3, 2, 120), (4, 3, 200), (4, 3, 2000), (3, 0, 3)):
        view, events = played(seats, seed, moves)
        with text_audit.audit() as found:
            render.board(view, events=events)
            render.chat_board(view, events=events)
            render.hand(view)
        used |= found.icons
    for view, decision in asked("edge_of_darkness", 4, 2):
        with text_audit.audit() as found:
            render.choice(view, decision)
        used |= found.icons
    for place in render_texts():
        used |= place
    plain = {name.removeprefix("guild_").rstrip("0123456789") if name[:6] == "guild_" else name for name in used}
    assert not plain - known


def render_texts():
    """Yield the names of the icons in the effects, abilities and rewards of each Location in the pack."""
    from render.edge_of_darkness import card_wording, effect_icons
    from render.text.text_layout import pieces
    from rules.edge_of_darkness.content.load import base

    say = Translator("en")
    for place in base().locations.values():
        texts = [effect_icons.icons_of(place.contact.effect), card_wording.ability_icons(place)]
        for slip in place.slips:
            texts += [
                effect_icons.reward_icons(slip.threat.rewards),
                card_wording.threat_sentences(say, base(), slip.threat, place.id),
            ]
        yield {run[1:-1] for text in texts for chain in pieces(text) for run in chain if run[0] == "{"}


def test_the_label_of_a_change_at_a_location_leaves_the_rest_free(played):
    view, _ = played(3, 6, 60)
    board = read_board(view, say_for("en", NAMES, 3))
    touched = replace(board, places=tuple(replace(place, mark="dispatched") for place in board.places))
    quiet, marked = (draw_places(one.places).convert("RGB") for one in (board, touched))
    for free, labelled in zip(place_boxes(board.places), place_boxes(touched.places), strict=True):
        # The label is on a line below the name, the Agents, the contact and the ability.
        wide, tall = free[2] - free[0] - 50, free[3] - free[1] - 10
        parts = [image.crop((box[0] + 10, box[1] + 10, box[0] + wide, box[1] + tall))
                 for image, box in ((quiet, free), (marked, labelled))]  # fmt: skip
        assert ImageChops.difference(*parts).getbbox() is None
    assert ember(draw_board(touched)) > ember(draw_board(board)) + 300


def same_inside(quiet, marked, box):
    """Return whether two pictures are the same within a box, at the same distance from their lower edges."""
    x0, y0, x1, y1 = box
    inner = (x0 + 14, y0 + 14, x1 - 14, y1 - 14)
    shifted = (inner[0], inner[1] + marked.height - quiet.height, inner[2], inner[3] + marked.height - quiet.height)
    return ImageChops.difference(quiet.crop(inner), marked.crop(shifted)).getbbox() is None


def test_the_labels_of_the_tower_and_of_players_cover_nothing(played):
    view, _ = played(3, 6, 60)
    board = read_board(view, say_for("en", NAMES, 3))
    trays = tuple(replace(tray, mark="new threat") for tray in board.tower)
    quiet, marked = (draw_tower(one, board.words).convert("RGB") for one in (board.tower, trays))
    for x0, x1 in columns(3):
        assert same_inside(quiet, marked, (x0, TOP, x1, quiet.height - 12))
    for player in board.players:
        quiet, marked = (draw_strip(replace(player, mark=mark)).convert("RGB") for mark in ("", "drafted"))
        assert same_inside(quiet, marked, (16, 8, quiet.width - 16, quiet.height - 8))


@pytest.mark.parametrize(("label", "shown"), [("drawn", 1), ("kept", 0), ("", 1)])
def test_a_players_label_stands_at_a_card_only_when_it_is_the_cards_too(played, label, shown):
    view, _ = played(2, 1, 40)
    player = next(one for one in view.players if one.hand)
    changes = Changes(cards={player.hand[0].id: "drawn"}, seats={player.seat: label} if label else {})
    assert len(read_player(view, player, Translator(names=NAMES), changes).touched) == shown
