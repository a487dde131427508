"""The enlarged parts of the board: map halves, mythos row with the tracks, players, and the Great Old One."""

from collections.abc import Sequence
from dataclasses import replace

from render.dark_providence.card_face_reader import asset_face, mythos_face
from render.dark_providence.card_lines import icons_of, lines_of
from render.dark_providence.choice_picture import ACCENT, TableTiles, art_of
from render.dark_providence.piece_reader import colour_of
from render.dark_providence.recent_changes import Changes
from render.dark_providence.solo_reader import read_old_one
from render.sheets.board_part_interface import BoardPart
from render.sheets.choice_tiles import TITLE, Art, Part, Tile, tile_rows
from render.sheets.row_stack import Row
from render.text.text_layout import shorten
from rules.dark_providence.content.load import pack
from rules.dark_providence.state.view import AgentView, CityView, MythosView, PlayerView, ProvidenceView
from rules.dark_providence.words.names import agent_name
from rules.kernel.words.translation import N_, Translator

#: The icons of a player's counts, with their names.
COUNTS = (
    ("influence", N_("supply")), ("pool", N_("pool")), ("limbo", N_("Limbo")), ("control", N_("control")),
    ("frame", N_("frames")), ("crypt", N_("crypt")), ("hand", N_("hand")), ("deck", N_("deck")),
    ("discard", N_("discard")),
)  # fmt: skip
COUNT_NAMES = dict(COUNTS)
SUPPLIES = (
    ("lock", N_("locks")), ("deep_one", N_("Deep Ones")), ("asset", N_("secret stock")), ("sane", N_("Sanity")),
    ("madness", N_("Madness")), ("city", N_("city cards")),
)  # fmt: skip


def _tiles(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


def _cities(view: ProvidenceView, say: Translator, *, east: bool) -> Sequence[Row]:
    """Return rows with the cities of one half of the map, from north to south, with the texts of their assets."""
    pack_cities = pack(view.pack).cities
    by_place = sorted(view.cities, key=lambda city: pack_cities[city.id].where[0])
    half = by_place[len(by_place) // 2 :] if east else by_place[: len(by_place) // 2]
    table_tiles = TableTiles(view, 0, say)
    return _tiles(
        [_city(table_tiles, city) for city in sorted(half, key=lambda city: -pack_cities[city.id].where[1])], 2
    )


def west(view: ProvidenceView, say: Translator) -> Sequence[Row]:
    """Return rows with the cities of the western half of the map."""
    return _cities(view, say, east=False)


def east(view: ProvidenceView, say: Translator) -> Sequence[Row]:
    """Return rows with the cities of the eastern half of the map."""
    return _cities(view, say, east=True)


def _city(table_tiles: TableTiles, city: CityView) -> Tile:
    """Return the tile of a city with its agents' names, its city card's text, and its asset with its full text."""
    view, say = table_tiles.view, table_tiles.say
    tile = table_tiles.city(city, set(), assets=False)
    agents = [
        Part(_agent(view, agent, say), key=f"agent:{agent.id}", name=agent_name(say, agent.id))
        for agent in view.agents
        if agent.city == city.id
    ]
    brings = icons_of(asset_face(city.id, say.locale, pack_name=view.pack))
    parts = [*tile.parts, *agents, Part(f"{say.t('City card:')} {brings}", "soft")]
    if city.asset:
        asset = asset_face(city.asset, say.locale, pack_name=view.pack)
        lock = "{lock} " if city.asset_lock else ""
        texts = [Part(f"{lock}{asset.name} ×{city.stack}", "bold", Art(art_of, (asset,)))]
        texts += [Part(text) for text in (icons_of(asset), table_tiles.marks(city.asset_marks)) if text]
        texts += [Part(f"{{{line.icon}}} {line.text}") for line in lines_of(asset)]
        parts += [replace(text, key=f"card:{city.asset}", name=asset.name) for text in texts]
    return replace(tile, parts=tuple(parts))


def _agent(view: ProvidenceView, agent: AgentView, say: Translator) -> str:
    owner = colour_of(view, agent.owner)
    side = " {returned}" if agent.returned else ""
    return f"{'' if owner is None else f'{{seat{owner}}} '}{agent_name(say, agent.id)}{side}"


def mythos(view: ProvidenceView, say: Translator) -> Sequence[Row]:
    """Return rows with the mythos row and its card texts, the tracks, and the remaining supplies."""
    table_tiles = TableTiles(view, 0, say)
    supply_counts = (view.locks, view.deep_ones, view.stock, view.bag[0], view.bag[1], len(view.area_e))
    supplies = [
        f"{count}{{{icon}}} {say.t(word)}" for (icon, word), count in zip(SUPPLIES, supply_counts, strict=True) if count
    ]
    tracks = (
        f"{{investigation}} {say.t('Investigation')}: {view.tracks[view.investigation]}{{vp}}",
        f"{{ritual}} {say.t('Ritual')}: {view.tracks[view.ritual]}{{vp}}",
    )
    name = f"{say.t('Investigation')} · {say.t('Ritual')}"
    parts = (*(Part(track) for track in tracks), Part("  ·  ".join(supplies), "soft"))
    summary = Tile("", parts, look="panel", key="tracks", name=name)
    return [*_tiles([_mythos(table_tiles, card) for card in view.row], 2), *_tiles([summary], 1)]


def _mythos(table_tiles: TableTiles, card: MythosView) -> Tile:
    face = mythos_face(card.id, table_tiles.say.locale, pack_name=table_tiles.view.pack)
    texts = ["  ".join(filter(None, [icons_of(face), table_tiles.marks(card.marks), "{lock}" if card.lock else ""]))]
    texts += [f"{{{line.icon}}} {line.text}" for line in lines_of(face)]
    parts = tuple(Part(text) for text in texts if text)
    return Tile(face.name, parts, look="dark", art=Art(art_of, (face,)), key=f"card:{card.id}")


def players(view: ProvidenceView, say: Translator) -> Sequence[Row]:
    """Return rows with all players: their counts and the counts' names, sanity tokens, mythos cards and crypts."""
    return _tiles([_player(view, player, say) for player in view.players], 1)


def _player(view: ProvidenceView, player: PlayerView, say: Translator) -> Tile:
    content = pack(view.pack)
    numbers = (
        player.supply, player.pool, player.limbo, player.controls, player.frames, len(player.crypt), player.hand_count,
        player.deck_count, player.discard_count,
    )  # fmt: skip
    counts = [f"{count}{{{icon}}} {say.t(word)}" for (icon, word), count in zip(COUNTS, numbers, strict=True) if count]
    tokens = (("sane", N_("Sanity"), player.sane), ("madness", N_("Madness"), player.madness))
    mind = [f"{count}{{{icon}}} {say.t(word)}" for icon, word, count in tokens if count]
    parts = [
        Part("  ·  ".join(counts)),
        Part("  ·  ".join(mind)),
        _mythos_names(say, [say.name(content.mythos[card].name) for card in player.mythos]),
        Part("{crypt} " + ", ".join(agent_name(say, agent) for agent in player.crypt) if player.crypt else "", "soft"),
    ]
    lead = f" · {say.name(content.leads[player.lead].name)}" if player.lead else ""
    name = shorten(say.seat(player.seat), TITLE, 560)
    return Tile(
        name + lead, tuple(part for part in parts if part.text), badge=f"{{seat{player.colour}}}",
        plate=f"{player.vp}/{view.threshold}{{vp}}", look="panel", key=f"seat:{player.seat}",
        name=say.seat(player.seat),
    )  # fmt: skip


def _mythos_names(say: Translator, names: Sequence[str]) -> Part:
    return Part(say.t("Mythos cards: {cards}.", cards=", ".join(names)).removesuffix(".") if names else "")


def foe(view: ProvidenceView, say: Translator) -> Sequence[Row]:
    """Return rows with the Great Old One and its goal, and its cultists with their orders. Outside solo play, return no
    rows.
    """
    old_one = read_old_one(view, pack(view.pack), say, Changes())
    if old_one is None:
        return []
    goal = (
        Part(f"{old_one.goal}: {old_one.reached}/{old_one.needed}"),
        _mythos_names(say, [name for _, name in old_one.mythos]),
    )
    tiles = [
        Tile(
            old_one.name,
            tuple(part for part in goal if part.text),
            plate=f"{old_one.vp}{{vp}}",
            look="dark",
            key="seat:old_one",
        )
    ]
    for cultist in old_one.cultists:
        counts = "  ·  ".join(
            f"{text}{{{icon}}} {say.t(COUNT_NAMES.get(icon, N_('supply')))}"
            for icon, text in cultist.counts
            if text != "0"
        )
        where = f" · {cultist.city}" if cultist.city else ""
        order = say.t("Order: {order}.", order=cultist.order).removesuffix(".") if cultist.order else ""
        parts = tuple(part for part in (Part(order), Part(counts, "soft")) if part.text)
        badge, key = f"{{seat{cultist.colour}}}", f"cultist:{cultist.id}"
        tiles.append(Tile(cultist.name + where, parts, badge=badge, look="panel", key=key, name=cultist.name))
    return _tiles(tiles, 1)


PARTS: dict[str, BoardPart[ProvidenceView]] = {
    "west": BoardPart(lambda view, say: say.t("Cities in the west"), west),
    "east": BoardPart(lambda view, say: say.t("Cities in the east"), east),
    "mythos": BoardPart(lambda view, say: say.t("Mythos and tracks"), mythos),
    "players": BoardPart(lambda view, say: say.t("Players"), players),
    "foe": BoardPart(lambda view, say: say.t("The Great Old One"), foe),
}
