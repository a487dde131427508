"""Draws a single open hand: the player's counts with their names, then each card with its effects in words."""

from collections.abc import Sequence

from PIL import Image

from render.edge_of_darkness.board_records import Banner
from render.edge_of_darkness.card_tiles import counts_tile, cubes_of, hand_layouts
from render.edge_of_darkness.cards import pennant
from render.edge_of_darkness.change_marks import EMBER
from render.edge_of_darkness.recent_changes import Changes
from render.edge_of_darkness.view_reader import read_card, read_player
from render.emblem.city_vistas import vista
from render.pen import theme
from render.pen.canvas import lay_panel, rounded
from render.pen.pieces import mark
from render.sheets.choice_tiles import MIN_TEXT_SIZE, WIDTH, Part, Tile, tile_rows
from render.sheets.row_stack import GAP, Row, Rows
from render.text.text_layout import Style, write_fit
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.kernel.words.translation import Translator

#: Maximum height of a picture, unless even the shortest layout is higher: a phone shows it in one and a half screens.
MAX_TALL = round(1.6 * WIDTH)
#: The height of the title with the city behind it, and the size of the banner.
TITLE, FLAG = 120, (72, 108)


def draw_hand(view: EdgeView, seat: int, say: Translator) -> Rows:
    """Draw a hand, with less text if it has many cards. Before the first round, it consists of the Starters."""
    player = view.players[seat]
    cards = player.hand or (player.starters if view.phase == "prologue" else [])
    above = [_title(view, seat, say), *_rows([counts_tile(view, player, say)], 1)]
    others = _rows(_others(view, seat, say), 1)
    if not cards:
        return Rows(WIDTH, [*above, *others, *_rows([Tile(say.t("no cards in hand"), look="panel")], 1)])
    hands = [_rows(*layout) for layout in hand_layouts(view, seat, cards, say)]
    pictures = (Rows(WIDTH, [*above, *beside, *hand]) for hand in hands for beside in (others, []))
    return next((rows for rows in pictures if rows.tall <= MAX_TALL), Rows(WIDTH, [*above, *hands[-1]]))


def _rows(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, EMBER)


def _title(view: EdgeView, seat: int, say: Translator) -> Row:
    shown = read_player(view, view.players[seat], say, Changes())
    return Row(TITLE, _lay_title, (seat, shown.banner, shown.name, shown.guild))


def _lay_title(image: Image.Image, y: int, seat: int, banner: Banner, name: str, guild: str) -> None:
    """Draw the banner, the player's name and the Guild's name before the Guild's city at night."""
    x0, x1 = GAP, image.width - GAP
    mark(image, (x0, y, x1, y + TITLE), f"seat:{seat}", name)
    scene = vista(guild, x1 - x0, TITLE)
    scene = Image.blend(scene, Image.new("RGB", scene.size, theme.BLACK), 0.45)
    image.paste(scene, (x0, y), rounded(*scene.size, theme.RADIUS))
    lay_panel(image, (x0, y + 14, x0 + 8, y + TITLE - 14), theme.GUILDS[banner.guild].colour, None, 4)
    flag = pennant(banner, *FLAG)
    image.paste(flag, (x0 + 24, y), flag)
    left = x0 + FLAG[0] + 44
    write_fit(image, left, y + 10, name, Style(52, "bold", theme.WHITE), x1 - left - 16, least=MIN_TEXT_SIZE)
    write_fit(image, left, y + 68, guild, Style(36, "italic", theme.PALE), x1 - left - 16, least=MIN_TEXT_SIZE)


def _others(view: EdgeView, seat: int, say: Translator) -> list[Tile]:
    """Return a tile with the player's cubes and Guild Hall, if there are any."""
    shown = read_player(view, view.players[seat], say, Changes())
    cubes = ((say.t("Threat Zone"), shown.zone), (say.t("Cubes to drop"), shown.staged))
    parts = [Part(f"{word}: {cubes_of(found)}") for word, found in cubes if found]
    if hall := view.players[seat].hall:
        names = "  ·  ".join(_slips(view, card, say) for card in hall)
        parts.append(Part(f"{say.t('Guild Hall')}: {names}"))
    return [Tile("", tuple(parts), look="panel")] if parts else []


def _slips(view: EdgeView, card: CardView, say: Translator) -> str:
    return " + ".join(slip.name for slip in read_card(view, card, say).slips if slip)
