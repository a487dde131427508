"""The enlarged parts of the board: the Street, the Locations, the tower and the players, with card texts."""

from collections.abc import Sequence

from render.edge_of_darkness import board_records
from render.edge_of_darkness.card_tiles import counts_parts, cubes_of
from render.edge_of_darkness.choice_picture import ACCENT
from render.edge_of_darkness.recent_changes import Changes
from render.edge_of_darkness.view_reader import PLACES, by_guild, mark_of, read_card, read_player
from render.emblem.crests import crest
from render.sheets.board_part_interface import BoardPart
from render.sheets.choice_tiles import TITLE, Art, Part, Tile, tile_rows
from render.sheets.row_stack import Row
from render.text.text_layout import shorten
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state.view import CardView, EdgeView, LocationView, PlayerView, SpotView
from rules.edge_of_darkness.words.cards import ability_text, contact_text, penalty_text, rewards_text
from rules.edge_of_darkness.words.names import slot_name, threats_name, threats_on
from rules.kernel.words.translation import Translator


def _tiles(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


def street(view: EdgeView, say: Translator) -> Sequence[Row]:
    """Return rows with the cards of the Street and their effects, starting at the 1st space."""
    spaces = [*map(say.t, reversed(PLACES)), "{deck}"]
    cards = [*(view.street + [None] * 5)[:5], view.sixth]
    return _tiles([_card(view, card, say, space) for card, space in zip(cards, spaces, strict=True) if card], 2)


def _card(view: EdgeView, card: CardView, say: Translator, space: str) -> Tile:
    shown, person = read_card(view, card, say), say.name(pack(view.pack).starters[card.id].name)
    parts: list[Part] = []
    for slip in shown.slips:
        if slip is not None:
            cubes = f"  +{slip.cubes}{{cube}}" if slip.cubes > 0 else ""
            if slip.name == person:
                parts.append(Part(slip.full + cubes))
            else:
                parts += [Part(slip.name + cubes, "bold", Art(crest, (slip.seed,))), Part(slip.full)]
    guild = f"{{guild{shown.banner.guild}}} " if shown.banner else ""
    influence = f"+{card.influence}{{goodwill}}" if card.influence else ""
    return Tile(guild + person, tuple(parts), badge=space, plate=influence, key=shown.key)


def places(view: EdgeView, say: Translator) -> Sequence[Row]:
    """Return rows with the Locations: their Agents, the effects of their contacts and abilities, and the advancements
    left.
    """
    return _tiles([_place(view, place, say) for place in view.locations], 1)


def _place(view: EdgeView, place: LocationView, say: Translator) -> Tile:
    content = pack(view.pack)
    record = content.locations[place.id]
    agents = "  ".join(f"{count}{{guild_agent{guild}}}" for guild, count in by_guild(view, place.agents))
    left: dict[str, int] = {}
    for slip in record.slips:
        left[slip.slot] = left.get(slip.slot, 0) + place.supply.get(slip.id, 0)
    slips = "   ".join(f"{slot_name(say, slot)} {left[slot]}{{slip}}" for slot in board_records.SLOTS if left.get(slot))
    parts = [
        Part(f"{say.name(record.contact.name)}: {contact_text(say, content, record, icons=True)}"),
        Part(ability_text(say, content, record, icons=True)),
        Part(slips, "soft"),
    ]
    return Tile(
        say.name(record.name), tuple(part for part in parts if part.text), plate=agents, look="panel",
        art=Art(crest, (place.id,)), key=f"place:{place.id}",
    )  # fmt: skip


def tower(view: EdgeView, say: Translator) -> Sequence[Row]:
    """Return rows with the tower: cubes, threats, a hunter's gains, and the cost of a failed defence."""
    return _tiles([_spot(view, spot, say) for spot in view.tower], 1)


def _spot(view: EdgeView, spot: SpotView, say: Translator) -> Tile:
    content, cubes = pack(view.pack), by_guild(view, spot.cubes)
    total = f"{sum(spot.cubes)}/{view.threshold}{{cube}}   {cubes_of(cubes)}"
    if spot.card is None:
        words = say.t("empty until the deck is reshuffled")
        return Tile(
            "—", (Part(total), Part(words, "soft")), badge=str(spot.spot), look="panel", key=f"tower:{spot.spot}",
            name=f"{say.t('Threat tower')}: {spot.spot}",
        )  # fmt: skip
    threats = threats_on(view, spot.card)
    parts = (
        Part(total),
        Part(rewards_text(say, content, threats, icons=True), "good"),
        Part(penalty_text(say, content, threats, icons=True), "bad"),
    )
    return Tile(
        threats_name(say, threats), tuple(part for part in parts if part.text), badge=str(spot.spot),
        plate=f"{spot.card.damage}{{damage}}", look="dark", key=f"card:{spot.card.id}",
    )  # fmt: skip


def players(view: EdgeView, say: Translator) -> Sequence[Row]:
    """Return rows with all players: their counts and the counts' names, cubes, hands and Guild Halls."""
    return _tiles([_player(view, player, say) for player in view.players], 1)


def _player(view: EdgeView, player: PlayerView, say: Translator) -> Tile:
    content, shown = pack(view.pack), read_player(view, player, say, Changes())
    cubes = [
        f"{{{name}}} {cubes_of(found)}" for name, found in (("zone", shown.zone), ("staged", shown.staged)) if found
    ]
    parts = [*counts_parts(shown, say), Part("    ".join(cubes))]
    for icon, cards in (("hand", player.hand), ("hall", player.hall)):
        names = [" + ".join(slip.name for slip in read_card(view, card, say).slips if slip) for card in cards]
        parts.append(Part(f"{{{icon}}} {'  ·  '.join(names)}" if names else ""))
    return Tile(
        f"{shorten(say.seat(player.seat), TITLE, 560)} · {say.name(content.guilds[player.guild].name)}",
        tuple(part for part in parts if part.text), badge=f"{{guild{mark_of(content, player.guild)}}}", look="panel",
        key=f"seat:{player.seat}", name=shown.name,
    )  # fmt: skip


PARTS: dict[str, BoardPart[EdgeView]] = {
    "street": BoardPart(lambda view, say: say.t("The Street"), street),
    "places": BoardPart(lambda view, say: say.t("Locations"), places),
    "tower": BoardPart(lambda view, say: say.t("Threat tower"), tower),
    "players": BoardPart(lambda view, say: say.t("Players"), players),
}
