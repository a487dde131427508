"""All pictures of Dark Providence for the registry, drawn from views and ids."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from render.dark_providence.board import draw_board
from render.dark_providence.card_face_reader import allegiance_face, asset_face, mythos_face
from render.dark_providence.chat_board import draw_chat_board
from render.dark_providence.choice_picture import draw_choice
from render.dark_providence.enlarged_board_parts import PARTS
from render.dark_providence.legend import GROUPS
from render.dark_providence.lookup import draw_sheet
from render.dark_providence.player_board import PlayerBoard, draw_hand
from render.dark_providence.score_sheet import draw_score, read_sheet
from render.dark_providence.view_reader import read_board
from render.emblem.dark_providence import horror
from render.pen import theme
from render.pen.theme import SeatMark
from render.sheets.game_pictures_base import GamePictures
from render.sheets.hand_parts import Count, Pile
from render.sheets.legend import draw_signs
from render.sheets.row_stack import Rows
from rules.dark_providence.content.component_counts import AGENT_LIMIT, MADNESS_LIMIT
from rules.dark_providence.content.load import pack
from rules.dark_providence.state.view import PlayerView, ProvidenceView
from rules.dark_providence.words.names import ICON_NAMES, agent_name, icons_text
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import N_, Translator

COUNTS = (
    ("influence", N_("Supply")),
    ("bag", N_("Common pool")),
    ("limbo", N_("Limbo")),
    ("city", N_("Control markers")),
    ("agent", N_("Agents")),
    ("crypt", N_("Crypt")),
    ("hand", N_("Hand")),
    ("deck", N_("Deck")),
    ("discard", N_("Discards")),
)  # fmt: skip


class ProvidencePictures(GamePictures[ProvidenceView]):
    """All pictures of Dark Providence, drawn from a view or for an id."""

    view_type = ProvidenceView
    accent = theme.ACCENTS["dark_providence"]
    parts = PARTS

    def draw_board(self, view: ProvidenceView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the board."""
        return draw_board(read_board(view, say, events))

    def draw_chat_board(self, view: ProvidenceView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the chat board."""
        return draw_chat_board(view, say, events)

    def draw_marks(self, view: ProvidenceView) -> list[SeatMark]:
        """Return the colours and shapes of the players, and then of the Great Old One."""
        marks = [theme.SEATS[player.colour] for player in view.players]
        return marks if view.old_one is None else [*marks, SeatMark(theme.BLOOD, "square")]

    def acting(self, view: ProvidenceView) -> int:
        """Return the seat whose turn it is, or the first player."""
        return view.turn.seat if view.turn and view.turn.seat >= 0 else view.first

    def draw_hand(self, view: ProvidenceView, seat: int, say: Translator) -> Rows:
        """Draw a seat's player board."""
        return draw_hand(read_player_board(view, view.players[seat], say))

    def draw_choice(self, view: ProvidenceView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
        """Draw the options of a decision, or a seat's hand if there is no decision."""
        return draw_choice(view, seat, decision, say)

    def card(self, entry_id: str, say: Translator) -> Image.Image:
        """Draw a look-up result: a card of any kind, or an allegiance."""
        return draw_sheet(entry_id, say)

    def draw_score(self, view: ProvidenceView, result: Result, say: Translator) -> Image.Image:
        """Draw the score sheet."""
        return draw_score(read_sheet(view, result, say))

    def banner(self, wide: int, tall: int) -> Image.Image:
        """Draw the scene at the top of sheets: a creature from the deep."""
        return horror("cthulhu", wide, tall)

    def legend(self, say: Translator) -> Image.Image:
        """Draw the legend: every icon with its meaning."""
        return draw_signs(say, GROUPS)


def _card_lines(say: Translator, view: ProvidenceView, cards: Sequence[str]) -> tuple[str, ...]:
    """Return a line of text for each kind of asset card, with its count and its resources."""
    content = pack(view.pack)
    names = Counter(
        f"{say.name(content.cards[card].name)}  {icons_text(say, content.cards[card].icons, tokens=True)}"
        for card in cards
    )
    return tuple(f"{count} × {name}" if count > 1 else name for name, count in names.items())


def _piles(say: Translator, view: ProvidenceView, player: PlayerView) -> tuple[Pile, ...]:
    """Return the lists under a hand: cards in use, the discard pile and the crypt."""
    cards_in_use = view.turn.table if view.turn and view.turn.seat == player.seat else {}
    found = [
        Pile("card", say.t("Being used"), _card_lines(say, view, list(cards_in_use)), f"used:{player.seat}"),
        Pile("discard", say.t("Discard pile"), _card_lines(say, view, player.discard), f"discard:{player.seat}"),
        Pile("crypt", say.t("Crypt"), tuple(agent_name(say, agent) for agent in player.crypt), f"crypt:{player.seat}"),
    ]
    return tuple(pile for pile in found if pile.lines)


def read_player_board(view: ProvidenceView, player: PlayerView, say: Translator) -> PlayerBoard:
    """Return the contents of one seat's player board."""
    content, is_own = pack(view.pack), view.viewer == player.seat
    numbers = (
        player.supply, player.pool, player.limbo, player.controls, AGENT_LIMIT - player.frames, len(player.crypt),
        player.hand_count, player.deck_count, player.discard_count,
    )  # fmt: skip
    texts = [f"{n}/{AGENT_LIMIT}" if icon == "agent" else f"{n}" for (icon, _), n in zip(COUNTS, numbers, strict=True)]
    hand = None
    if player.hand is not None:
        hand = tuple(
            asset_face(card, say.locale, usable=",".join(view.usable.get(card, [])) if is_own else None,
                       pack_name=view.pack)
            for card in player.hand
        )  # fmt: skip
    steady = any("steady" in content.mythos[card].ongoing for card in player.mythos)
    count = player.hand_count
    return PlayerBoard(
        seat=player.seat,
        colour=player.colour,
        name=say.seat(player.seat),
        lead=player.lead,
        lead_name=say.name(content.leads[player.lead].name) if player.lead else "",
        vp=f"{player.vp}/{view.threshold}",
        actions=_actions_left(say, view, player),
        counts=tuple(Count(icon, text, say.t(word)) for (icon, word), text in zip(COUNTS, texts, strict=True)),
        sane=player.sane,
        madness=player.madness,
        limit=MADNESS_LIMIT + steady,
        allegiance=allegiance_face(player.allegiance, say.locale) if player.allegiance else None,
        hand=hand,
        hand_count=count,
        hand_words=say.n("{n} card in hand", "{n} cards in hand", count) if count else say.t("no cards in hand"),
        mythos=tuple(mythos_face(card, say.locale, pack_name=view.pack) for card in player.mythos),
        piles=_piles(say, view, player),
        resources=tuple((icon, say.t(name)) for icon, name in ICON_NAMES.items()),
    )


def _actions_left(say: Translator, view: ProvidenceView, player: PlayerView) -> str:
    """Return the number of actions that a seat has left in its turn, with the icon, or ""."""
    actions = view.turn.actions if view.turn and view.turn.seat == player.seat else 0
    return f"{{action}} {say.n('{n} action', '{n} actions', actions)}" if actions > 0 else ""


PICTURES = ProvidencePictures()
