"""All pictures of Edge of Darkness for the registry, drawn from views and ids."""

from collections.abc import Sequence

from PIL import Image

from render.edge_of_darkness.board import draw_board
from render.edge_of_darkness.board_records import SLOTS, Banner, Card, Slip
from render.edge_of_darkness.chat_board import draw_chat_board
from render.edge_of_darkness.chat_board_reader import read_chat_board
from render.edge_of_darkness.choice_picture import draw_choice
from render.edge_of_darkness.enlarged_board_parts import PARTS
from render.edge_of_darkness.guild_and_setup_sheets import GuildSheet, SetupSheet, draw_guild_sheet, draw_setup_sheet
from render.edge_of_darkness.hand import draw_hand
from render.edge_of_darkness.legend import GROUPS, lay_sign
from render.edge_of_darkness.lookup import Copies, PlaceSheet, draw_card_sheet, draw_place_sheet
from render.edge_of_darkness.score_sheet import draw_score, read_sheet
from render.edge_of_darkness.view_reader import mark_of, read_board, slip_of, starter_of
from render.emblem.city_vistas import vista
from render.pen import theme
from render.pen.theme import SeatMark
from render.sheets.game_pictures_base import GamePictures
from render.sheets.legend import draw_signs
from render.sheets.row_stack import Rows
from rules.edge_of_darkness.content.load import PACKS, Content, Guild, Location, Setup, pack
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.cards import ability_text
from rules.edge_of_darkness.words.names import ROLES, TYPE_NAMES, slot_name
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import Translator


class EdgePictures(GamePictures[EdgeView]):
    """All pictures of Edge of Darkness, drawn from a view or for an id."""

    view_type = EdgeView
    accent = theme.ACCENTS["edge_of_darkness"]
    parts = PARTS

    def draw_board(self, view: EdgeView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the board."""
        return draw_board(read_board(view, say, events))

    def draw_chat_board(self, view: EdgeView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the chat board."""
        return draw_chat_board(read_chat_board(view, say, events))

    def draw_marks(self, view: EdgeView) -> list[SeatMark]:
        """Return the colours and shapes of the players' Guilds."""
        return [theme.GUILDS[mark_of(pack(view.pack), player.guild)] for player in view.players]

    def acting(self, view: EdgeView) -> int:
        """Return the seat whose turn it is, or the first player."""
        return view.first if view.active is None else view.active

    def draw_hand(self, view: EdgeView, seat: int, say: Translator) -> Rows:
        """Draw an open hand."""
        return draw_hand(view, seat, say)

    def draw_choice(self, view: EdgeView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
        """Draw the options of a decision, or a seat's hand if there is no decision."""
        return draw_choice(view, seat, decision, say)

    def card(self, entry_id: str, say: Translator) -> Image.Image:
        """Draw a look-up result: a starter, a Location, one of a Location's advancements, a Guild, or a set-up."""
        content = PACKS.shown(say.pack)
        card_id = entry_id.removesuffix("_contact")
        if card_id in content.locations:
            return draw_place_sheet(_place_sheet(content, content.locations[card_id], say))
        if card_id in content.slips:
            slot = content.slips[card_id].slot
            return draw_card_sheet(_card_of(card_id, {slot: slip_of(card_id, say.locale, pack_name=say.pack)}, None))
        kind, _, name = entry_id.partition("_")
        if card_id not in content.starters and kind == "guild":
            return draw_guild_sheet(_guild_sheet(content, content.guilds[name], say))
        if card_id not in content.starters and kind == "setup":
            return draw_setup_sheet(_setup_sheet(content, content.setups[name], say))
        starter = content.starters[card_id]
        banner = None
        if starter.guild is not None:
            banner = Banner(mark_of(content, starter.guild), content.guilds[starter.guild].sigil)
        return draw_card_sheet(_card_of(card_id, {"top": starter_of(card_id, say.locale, pack_name=say.pack)}, banner))

    def draw_score(self, view: EdgeView, result: Result, say: Translator) -> Image.Image:
        """Draw the score sheet."""
        return draw_score(read_sheet(view, result, say))

    def banner(self, wide: int, tall: int) -> Image.Image:
        """Draw the scene at the top of sheets: the city at night."""
        return vista("edge_of_darkness", wide, tall, False)

    def legend(self, say: Translator) -> Image.Image:
        """Draw the legend: every icon with its meaning."""
        return draw_signs(say, GROUPS, lay_sign)


def _card_of(seed: str, slips: dict[str, Slip], banner: Banner | None) -> Card:
    """Return the contents of a card that has only these slips."""
    total = sum(slip.damage for slip in slips.values())
    return Card(seed, banner, tuple(slips.get(slot) for slot in SLOTS), max(0, total))


def _guild_sheet(content: Content, guild: Guild, say: Translator) -> GuildSheet:
    own = tuple(
        (one.id, say.t(ROLES[one.role]), starter_of(one.id, say.locale, pack_name=say.pack))
        for one in content.of_guild(guild.id)
    )
    banner = Banner(mark_of(content, guild.id), guild.sigil)
    return GuildSheet(guild.id, banner, say.name(guild.name), say.t("Guild"), own)


def _setup_sheet(content: Content, setup: Setup, say: Translator) -> SetupSheet:
    places = [content.locations[one] for one in setup.locations]
    shown = tuple((place.id, say.name(place.name), _kinds(place, say)) for place in places)
    return SetupSheet(setup.id, say.name(setup.name), say.t("Set-up"), say.name(setup.blurb), shown)


def _kinds(place: Location, say: Translator) -> str:
    return " · ".join(say.t(TYPE_NAMES[kind]) for kind in place.types)


def _place_sheet(content: Content, place: Location, say: Translator) -> PlaceSheet:
    slips = sorted(place.slips, key=lambda slip: SLOTS.index(slip.slot))
    copies = tuple(
        Copies(slip.slot, slot_name(say, slip.slot), slip.copies, slip_of(slip.id, say.locale, pack_name=say.pack))
        for slip in slips
    )
    ability, flavour = ability_text(say, content, place, icons=True), say.flavour(place.flavour)
    return PlaceSheet(place.id, say.name(place.name), _kinds(place, say), ability, copies, flavour)


PICTURES = EdgePictures()
