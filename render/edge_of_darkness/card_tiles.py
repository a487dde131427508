"""Tiles that show cards and a player's counts in pictures of hands and choices."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from PIL import Image

from render.edge_of_darkness import board_records
from render.edge_of_darkness.player_strips import COUNTS, tokens
from render.edge_of_darkness.recent_changes import Changes
from render.edge_of_darkness.tower import cube_name
from render.edge_of_darkness.view_reader import filled_slots, read_card, read_player
from render.emblem.crests import crest
from render.emblem.edge_of_darkness import face
from render.sheets.choice_tiles import PAD, PLAIN, TILE_ART, WIDTH, Art, Part, Tile
from render.sheets.row_stack import GAP
from render.text.text_layout import width
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state.view import CardView, EdgeView, PlayerView
from rules.kernel.words.translation import Translator

#: How much text a card's tile has, from the most to the least.
Detail = Literal["all", "names", "icons"]
DETAILS: tuple[Detail, ...] = ("all", "names", "icons")
#: The width of a line of text on a tile that is as wide as the picture and has an emblem.
_WORDS_WIDTH = WIDTH - 2 * (GAP + PAD) - TILE_ART - PAD
#: Tiles and the number of columns they are arranged in.
Layout = tuple[list[Tile], int]


def _face(seed: str, side: int) -> Image.Image:
    return face(seed, side, side)


def card_tile(
    view: EdgeView, card: CardView, say: Translator, *, in_play: bool = False, detail: Detail = "all"
) -> Tile:
    """Return the tile of a card's City side: owner, person, contacts, and the effects of the contacts as icons.

    If `detail` is "names", the effects of the contacts are left out; if it is "icons", the names of the contacts.
    """
    parts: list[Part] = []
    shown = read_card(view, card, say, in_play=in_play)
    for slot, slip in filled_slots(card, shown):
        tone = "soft" if slip.spent else ""
        if slot.slip and detail != "icons":
            parts.append(_name(slip))
        if not slot.slip or detail == "all":
            parts.append(Part(slip.short, tone))
        elif detail == "icons":
            parts.append(Part(slip.short, tone, Art(crest, (slip.seed,))))
    return _tile(view, card, shown, say, parts)


def hand_layouts(view: EdgeView, seat: int, cards: Sequence[CardView], say: Translator) -> tuple[Layout, ...]:
    """Return layouts of a hand, from the most text to the least: all effects in words, starters' effects as icons, and
    all effects as icons.
    """
    in_words = [words_tiles(view, seat, cards, say, brief=brief) for brief in (False, True)]
    details: tuple[Detail, ...] = ("all", "icons", "names")
    with_icons = [[card_tile(view, card, say, in_play=True, detail=detail) for card in cards] for detail in details]
    return *((tiles, 1) for tiles in in_words), *((tiles, 2) for tiles in with_icons)


def words_tiles(view: EdgeView, seat: int, cards: Iterable[CardView], say: Translator, *, brief: bool) -> list[Tile]:
    """Return the tiles of a seat's cards with their effects in words, and the price of using another player's card.

    An effect that was told before is shown as icons if that saves a line. If `brief`, starters' effects are icons
    beside the titles.
    """
    told: set[str] = set()
    tiles: list[Tile] = []
    for card in cards:
        shown, plate = read_card(view, card, say, in_play=True), ""
        parts: list[Part] = []
        for slot, slip in filled_slots(card, shown):
            if slot.slip:
                parts.append(_name(slip))
            elif brief and not slip.spent:
                plate = slip.short
                continue
            is_short = slip.seed in told and width(slip.full, PLAIN) > _WORDS_WIDTH
            parts.append(Part(slip.short if is_short else slip.full, "soft" if slip.spent else ""))
            told.add(slip.seed)
        if card.owner not in (None, seat) and view.phase != "prologue":
            parts.append(Part(say.t("Pay 1 Coin to {owner}.", owner=say.seat(card.owner)), "bad"))
        tiles.append(replace(_tile(view, card, shown, say, parts), plate=plate))
    return tiles


def _name(slip: board_records.Slip) -> Part:
    return Part(slip.name, "soft" if slip.spent else "bold", Art(crest, (slip.seed,)))


def _tile(view: EdgeView, card: CardView, shown: board_records.Card, say: Translator, parts: Iterable[Part]) -> Tile:
    return Tile(
        title=say.name(pack(view.pack).starters[card.id].name),
        parts=tuple(part for part in parts if part.text),
        badge=f"{{guild{shown.banner.guild}}}" if shown.banner else "",
        art=Art(_face, (card.id,)),
        key=shown.key,
    )


def counts_tile(view: EdgeView, player: PlayerView, say: Translator) -> Tile:
    """Return a tile with a player's counts and their names."""
    shown = read_player(view, player, say, Changes())
    return Tile("", tuple(counts_parts(shown, say)), look="panel", key=f"counts:{player.seat}", name=shown.name)


def counts_parts(shown: board_records.Player, say: Translator) -> list[Part]:
    """Return a player's counts and their names, leaving out zeros. No count is separated from its name."""
    found: list[str] = []
    for (name, text), word in zip(tokens(replace(shown, placed=0)), COUNTS, strict=True):
        if text != "0":
            found.append(f"{text}{{{name}}} {say.t(word)}")
        if name.startswith("guild_agent") and shown.placed:
            found.append(say.t("{agents} at Locations", agents=f"{shown.placed}{{{name}}}"))
    if shown.battle:
        found.insert(0, f"{shown.battle}{{battle}} {say.t('Battle Strength')}")
    lines: list[str] = []
    for count in found:
        joined = f"{lines[-1]} · {count}" if lines else ""
        if joined and width(joined, PLAIN) <= WIDTH - 2 * (GAP + PAD):
            lines[-1] = joined
        else:
            lines.append(count)
    return [Part(line) for line in lines]


def cubes_of(cubes: Sequence[tuple[int, int]]) -> str:
    """Return cubes as text, grouped by colour."""
    return "  ".join(f"{count}{{{cube_name(guild)}}}" for guild, count in cubes)
