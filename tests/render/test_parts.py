"""Enlarged parts of a board are legible on a phone and complete, and the legend explains all of their icons."""

import pytest

import render
import rules
from render.pen import text_audit
from render.sheets.game_pictures_base import say_for
from rules.dark_providence.content.load import base
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import play_random_moves
from tests.render.test_choices import GAMES, LETTERS, NAMES, WIDE, tables

MOMENTS = (0, 40, 150, 400, 100_000)
#: Maximum height of a part as a multiple of its width, so players don't have to scroll much.
TALL = 4.5


def views(game: str):
    """Return views of matches at several points between the start and the end."""
    for seats, seed in tables(game):
        for moves in MOMENTS:
            match, _ = play_random_moves(game, seats, "part", seed, moves)
            yield match.view(None)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_parts_are_read_on_a_phone(unpainted: None, game: str, locale: str) -> None:
    for view in views(game):
        for part in render.part_names(view, locale, NAMES):
            with text_audit.audit() as found:
                image = render.part(view, part, locale, NAMES)
            assert min(found.sizes) * WIDE / image.width >= LETTERS, part
            assert (set(found.cuts) - set(NAMES), found.overflows) == (set(), []), part
            assert image.height <= TALL * image.width, part


@pytest.mark.parametrize("game", GAMES)
def test_the_legend_explains_the_icons_of_parts(unpainted: None, game: str) -> None:
    with text_audit.audit() as explained:
        render.legend(game)
    with text_audit.audit() as found:
        for view in views(game):
            for part in render.part_names(view):
                render.part(view, part)
    assert not {icon for icon in found.icons if not icon[-1].isdecimal()} - explained.icons


@pytest.mark.parametrize("game", GAMES)
def test_parts_have_names_of_their_own_and_unknown_ones_are_not_drawn(game: str) -> None:
    view = play_random_moves(game, min(rules.GAMES[game].seats), "part", 1, 150)[0].view(None)
    for locale in LOCALES:
        names = render.part_names(view, locale, NAMES)
        assert len(set(names.values())) == len(names) >= 3
    with pytest.raises(KeyError):
        render.part(view, "nothing")


@pytest.mark.rule("DP-BOARD.2", "DP-CARD.7")
@pytest.mark.parametrize("seats", [1, 4])
def test_every_face_up_card_and_every_city_card_can_be_read(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from render.dark_providence import enlarged_board_parts

    view, content = play_random_moves("dark_providence", seats, "part", 3, 200)[0].view(None), base()
    tiles = []
    monkeypatch.setattr(enlarged_board_parts, "tile_rows", lambda found, *_: tiles.extend(found) or [])
    for part in render.part_names(view):
        render.part(view, part)
    told = {tile.title: " ".join(part.text for part in tile.parts) for tile in tiles}
    for city in view.cities:
        text = told[content.cities[city.id].name.en]
        for icon, count in content.city_cards[city.id].icons.items():
            assert f"{count}{{{icon}}}" in text
        if city.asset:
            assert content.assets[city.asset].name.en in text
            assert all(line.text in text for line in enlarged_board_parts.asset_face(city.asset, "en").lines)
    for card in view.row:
        assert all(
            line.text in told[content.mythos[card.id].name.en]
            for line in enlarged_board_parts.mythos_face(card.id, "en").lines
        )


def test_every_count_of_players_and_cultists_has_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from render.dark_providence import enlarged_board_parts

    view = play_random_moves("dark_providence", 1, "part", 3, 200)[0].view(None)
    tiles = []
    monkeypatch.setattr(enlarged_board_parts, "tile_rows", lambda found, *_: tiles.extend(found) or [])
    for part in ("players", "foe"):
        render.part(view, part)
    counts = [count for tile in tiles for part in tile.parts for count in part.text.split("  ·  ") if "{" in count]
    assert counts
    assert [count for count in counts if count.endswith("}")] == []
    assert any(part.text.startswith("Order: ") for tile in tiles for part in tile.parts)


def test_no_count_of_a_player_of_edge_is_separated_from_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from render.edge_of_darkness import card_tiles, enlarged_board_parts

    view, say = play_random_moves("edge_of_darkness", 4, "part", 3, 200)[0].view(None), say_for("es", None, 4)
    tiles = []
    monkeypatch.setattr(enlarged_board_parts, "tile_rows", lambda found, *_: tiles.extend(found) or [])
    render.part(view, "players", "es")
    for player, tile in zip(view.players, tiles, strict=True):
        counts = card_tiles.counts_tile(view, player, say).parts
        assert tile.parts[: len(counts)] == counts


def test_the_street_adds_the_cubes_that_a_card_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    from render.edge_of_darkness import enlarged_board_parts

    view = play_random_moves("edge_of_darkness", 3, "part", 3, 200)[0].view(None)
    tiles = []
    monkeypatch.setattr(enlarged_board_parts, "tile_rows", lambda found, *_: tiles.extend(found) or [])
    render.part(view, "street", "en")
    texts = [part.text for tile in tiles for part in tile.parts if part.text.endswith("{cube}")]
    assert texts
    assert all(text.rsplit("  ", 1)[1].startswith("+") for text in texts)
