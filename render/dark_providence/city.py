"""Draws a city on the map: its seal with the control value, its gate, influence, agents and asset."""

from PIL import Image

from render.dark_providence.board_records import Asset, City
from render.dark_providence.change_marks import lay_outline, lay_tag, tag_width
from render.dark_providence.layout import MIN_TEXT_SIZE
from render.dark_providence.map_positions import PLATE, SEAL
from render.dark_providence.tokens import TOKEN_MIN_SIZE, colour_of, lay_agents, lay_marks, lay_marks_in
from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import Box, lay_panel, rounded
from render.pen.picture_cache import cached
from render.pen.pieces import mark
from render.pen.theme import Colour, mix
from render.sheets.change_marks import LABEL_HEIGHT
from render.text.text_layout import Style, fitted, width, write, write_fit

DIM = mix(theme.BLACK, theme.GOLD, 0.8)

#: The margin around a city's plate, which outlines need, and the space above the plate for resources and a label.
MARGIN, ABOVE = 8, 32
#: The space between a label in the row of agents and the lower end of that row.
LABEL_FOOT = 8
#: The height of a city's plate with and without a row of agents. The asset is below the plate.
BODY, BODY_EMPTY = 186, 128
SLIP_GAP, SLIP_HEIGHT, BAND = 4, 60, 20
SEAL_SIDE = 80
#: The upper end of an agent's token, below the upper edge of the plate.
AGENTS_TOP = 121
GATE = 60
NAME = Style(34, "bold", theme.WHITE)
#: The line spacing of an asset's name that needs two lines, and how many pixels of an asset's slip the influence band
#: covers.
CLOSE, SLIM = 26, 8
#: The height of the tab with the resources of the city card, the side of its icons, and the style of its numbers.
TAB, TAB_ICON = 31, 26
TAB_NUMBER = Style(MIN_TEXT_SIZE, "bold", theme.WHITE)


def body_height(city: City) -> int:
    """Return the height of a city's plate, which is lower without a row for agents and for the label of a change."""
    return BODY if city.agents or city.mark else BODY_EMPTY


def plate_height(city: City) -> int:
    """Return the height of a city with its asset, without the label of a change of the asset."""
    body = body_height(city)
    if city.asset is None:
        return body
    return body + SLIP_GAP + SLIP_HEIGHT + (BAND if city.asset.marks else 0)


def draw_city(image: Image.Image, city: City) -> None:
    """Draw a city on its part of the map, which includes the margins of the city's plate."""
    x, y = MARGIN, ABOVE
    is_controlled = city.controller is not None
    owner = colour_of(city.controller) if is_controlled else theme.GOLD
    body = (x, y, x + PLATE[0], y + body_height(city))
    mark(image, body, f"city:{city.id}", city.name)
    _resources(image, city)
    lay_panel(image, body, theme.HOLLOW, owner if is_controlled else DIM, theme.RADIUS, 4 if is_controlled else 2)
    _name(image, x, y, city)
    seal = _seal(city.control, city.controller, city.lock)
    image.paste(seal, (x + SEAL[0] - seal.width // 2, y + SEAL[1] - seal.height // 2), seal)
    mark(image, (x, y + 44, x + 88, y + AGENTS_TOP), f"control:{city.id}", city.control_name)
    if city.lock:
        mark(image, (x, y + 94, x + 28, y + AGENTS_TOP), f"lock:{city.id}", city.lock_name)
    left, gate = x + SEAL[0] + SEAL_SIDE // 2 + 5, x + PLATE[0] - GATE - 7
    arch = _gate(city.gate, city.face, city.gate_owner)
    image.paste(arch, (gate, y + 52), arch)
    mark(image, (gate, y + 52, gate + GATE, y + 52 + GATE), f"gate:{city.id}", city.gate_name)
    if city.marks:
        mark(image, (left, y + 42, gate, y + 120), f"influence:{city.id}", city.marks_name)
        lay_marks_in(image, (left, y + 42, gate, y + 124), city.marks)
    if city.agents:
        room = PLATE[0] - 14 - _label_room(city)
        lay_agents(image, (x + 7, y + 124, x + 7 + room, y + BODY - 5), city.agents)
    slip = (x, body[3] + SLIP_GAP, x + PLATE[0], body[3] + SLIP_GAP + SLIP_HEIGHT)
    _changed(image, body, slip, city, _asset(image, slip, city.asset))


def _label_room(city: City) -> int:
    """Return the width that the label of a change takes from the row of agents, or 0 if the agents need the row."""
    wide = min(tag_width(city.mark), PLATE[0] - 14) + 4 if city.mark else 0
    return wide if wide + len(city.agents) * (TOKEN_MIN_SIZE + 2) <= PLATE[0] - 14 else 0


def label_box(city: City) -> Box:
    """Return the box of a label beside the resources above a city with many agents, on the city's part of the map.

    The box is empty if the label is in the row of agents, or if there is no room for it.
    """
    wide = tag_width(city.mark) if city.mark and not _label_room(city) else 0
    left = MARGIN + 4
    if not wide or (city.icons and left + wide + 4 > resources_box(city)[0]):
        return (0, 0, 0, 0)
    return left, 0, left + wide, ABOVE


def _changed(image: Image.Image, body: Box, slip: Box, city: City, marks_end: int) -> None:
    """Outline recent changes to the city, its asset, or both. The labels cover neither names, resources nor influence.

    If there is no room beside the influence on an asset, which ends at `marks_end`, the asset gets no label.
    """
    asset = city.asset if city.asset and city.asset.mark else None
    if asset:
        lay_outline(image, (*slip[:3], slip[3] + (BAND if asset.marks else 0)), 10)
    if city.mark:
        lay_outline(image, body)
    if _label_room(city):
        lay_tag(image, body[2] - 8, body[3] - 5 - LABEL_HEIGHT - LABEL_FOOT, city.mark, PLATE[0] - 14)
    elif (box := label_box(city))[2]:
        lay_tag(image, box[2], box[1], city.mark, PLATE[0] - 12)
    if asset and tag_width(asset.mark) <= slip[2] - 6 - marks_end:
        lay_tag(image, slip[2] - 6, slip[3] - 8, asset.mark, PLATE[0] - 12)


def resources_box(city: City) -> Box:
    """Return the box of the tab with the resources, on the city's part of the map; it is empty without resources."""
    if not city.icons:
        return (0, 0, 0, 0)
    wide = 10 + sum(TAB_ICON + 4 + (width(str(n), TAB_NUMBER) + 2 if n > 1 else 0) for _, n in city.icons)
    left = MARGIN + PLATE[0] - 4 - wide
    return left, ABOVE - TAB, left + wide, ABOVE


def _resources(image: Image.Image, city: City) -> None:
    """Draw a tab with the resources of the city card, whose lower edge is hidden by the plate (DP-BOARD.2)."""
    x0, y0, x1, y1 = resources_box(city)
    if not city.icons:
        return
    lay_panel(image, (x0, y0, x1, y1 + 12), theme.HOLLOW, DIM, 8)
    left = x0 + 7
    for icon, count in city.icons:
        if count > 1:
            write(image, left, y0 - 2, str(count), TAB_NUMBER)
            left += width(str(count), TAB_NUMBER) + 2
        lay_icon(image, icon, left, y0 + 4, TAB_ICON, theme.PALE)
        left += TAB_ICON + 4


def _name(image: Image.Image, x: int, y: int, city: City) -> None:
    """Write the city's name, with its special markers at the right."""
    right = x + PLATE[0] - 8
    side = 32 if len(city.pieces) == 1 else 26
    for (icon, count), piece_name in zip(city.pieces, city.piece_names, strict=True):
        end = right
        right -= side
        lay_icon(image, icon, right, y + 5 + (32 - side) // 2, side, theme.PALE)
        if count > 1:
            style = Style(MIN_TEXT_SIZE, "bold", theme.WHITE)
            right -= width(str(count), style) + 1
            write(image, right, y + 8, str(count), style)
        mark(image, (right, y + 5, end, y + 37), f"marker:{icon}:{city.id}", piece_name)
        right -= 2
    write_fit(image, x + 12, y, city.name, NAME, right - x - 14, least=MIN_TEXT_SIZE)


@cached
def _seal(control: int, controller: int | None, lock: bool) -> Image.Image:
    """Draw the seal: the control value, with the colour and shape of the player who controls the city.

    The shape and the lock cover neither the number nor the row of agents below the seal.
    """
    image = Image.new("RGBA", (SEAL_SIDE + 16, SEAL_SIDE + 16), (0, 0, 0, 0))
    is_controlled, middle = controller is not None, SEAL_SIDE // 2 + 8
    owner = colour_of(controller) if is_controlled else theme.GOLD
    _disc(image, middle, SEAL_SIDE, theme.BLACK)
    _disc(image, middle, SEAL_SIDE - 4, owner)
    _disc(image, middle, SEAL_SIDE - 12, theme.BLACK if is_controlled else theme.INK)
    _disc(image, middle, SEAL_SIDE - 16, owner if is_controlled else theme.PARCHMENT)
    style, text = Style(56, "bold", theme.BLACK if is_controlled else theme.INK), str(control)
    write(image, middle - width(text, style) // 2, middle - 33, text, style)
    if is_controlled:
        lay_icon(image, f"seat{controller}", middle + 17, middle + 9, 30, theme.PALE)
    if lock:
        lay_icon(image, "lock", middle - 47, middle + 10, 29, theme.PALE)
    return image


def _disc(image: Image.Image, at: int, side: int, colour: Colour) -> None:
    """Draw a disc around the middle of a seal."""
    image.paste((*colour, 255), (at - side // 2, at - side // 2), rounded(side, side, side // 2))


@cached
def _gate(value: int, face: str, owner: int | None) -> Image.Image:
    """Draw the gate with its value. An open or closed gate has the colour and shape of the player who owns it."""
    image = Image.new("RGBA", (GATE + 8, GATE + 8), (0, 0, 0, 0))
    icon = {"": "gate_dormant", "open": "gate_open", "close": "gate_shut"}[face]
    lay_icon(image, icon, 0, 0, GATE, theme.PALE)
    style, text = Style(38, "bold", theme.WHITE), str(value)
    left, top = (GATE - width(text, style)) // 2, 12
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1, -1), (1, 1), (-1, 1), (1, -1)):
        write(image, left + dx, top + dy, text, Style(38, "bold", theme.BLACK))
    write(image, left, top, text, style)
    if owner is not None:
        lay_icon(image, f"seat{owner}", GATE - 20, GATE - 20, 26, theme.PALE)
    return image


def _breakable(text: str) -> str:
    """Add a space after the hyphen of a long name, so a line can break there."""
    return text.replace("-", "- ") if max(map(len, text.split())) > 15 else text


def _asset(image: Image.Image, box: Box, asset: Asset | None) -> int:
    """Draw the face-up asset as a parchment slip: its name, the cards left in the stack, and influence at the foot.

    Return the right end of the influence.
    """
    x0, y0, x1, y1 = box
    if asset is None:
        lay_panel(image, (x0, y0, x1, y0 + 30), theme.HOLLOW, theme.STEEL_DARK, 10)
        return x0
    for shift in range(min(asset.stack - 1, 3), 0, -1):
        lay_panel(image, (x0 + 6, y1 - 12, x1 - 6 + shift, y1 + shift * 2), theme.PARCHMENT_SHADE, theme.INK, 6, 1)
    mark(image, (x0, y0, x1, y1 + (BAND if asset.marks else 0)), f"card:{asset.id}", asset.name)
    lay_panel(image, box, theme.PARCHMENT, theme.INK, 10)
    left, right = x0 + 10, x1 - 8
    if asset.lock:
        top = y0 + (4 if asset.marks else 12)
        lay_icon(image, "lock", left - 4, top, 30, theme.INK)
        mark(image, (left - 4, top, left + 26, top + 30), f"lock:{asset.id}", asset.lock_name)
        left += 28
    if asset.agent:
        right -= 32
        lay_icon(image, "agent", right, y0 + (4 if asset.marks else 12), 32, theme.INK)
    style, least = Style(32, "bold", theme.INK), Style(MIN_TEXT_SIZE, "bold", theme.INK)
    if width(asset.name, least) <= right - left:
        y = y0 + 1 if asset.marks else y0 + 9
        write_fit(image, left, y, asset.name, style, right - left, least=MIN_TEXT_SIZE)
        return _asset_marks(image, (x0, y1 - 20, x1, y1 + BAND), asset)
    # A long name takes two narrow lines, so the band for influence starts lower.
    lines, least = fitted(_breakable(asset.name), least, right - left + 10, 2, MIN_TEXT_SIZE)
    for number, line in enumerate(lines):
        write(image, left - 4, y0 - 1 + number * CLOSE, line, least)
    return _asset_marks(image, (x0, y1 - SLIM, x1, y1 + BAND), asset)


def _asset_marks(image: Image.Image, box: Box, asset: Asset) -> int:
    """Draw the influence on the asset, on a dark band across the slip's lower edge. Return the band's right end."""
    if not asset.marks:
        return box[0]
    x0, y0, x1, y1 = box
    tall = y1 - y0 - 4
    trial = Image.new("RGB", (x1 - x0, tall), theme.HOLLOW)
    end = lay_marks(trial, 8, 0, asset.marks, x1 - x0 - 20, tall)
    mark(image, (x0 + 4, y0, x0 + 4 + end, y1), f"influence:{asset.id}", asset.marks_name)
    lay_panel(image, (x0 + 4, y0, x0 + 4 + end, y1), theme.HOLLOW, theme.INK, 8)
    image.paste(trial.crop((6, 0, end - 4, tall)), (x0 + 10, y0 + 2))
    return x0 + 4 + end
