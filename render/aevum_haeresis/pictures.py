"""All pictures of Aevum Haeresis for the registry, drawn from views and ids."""

from collections import Counter
from collections.abc import Iterable, Sequence

from PIL import Image

from render.aevum_haeresis.board import draw_board
from render.aevum_haeresis.card_wording import cost_of, face
from render.aevum_haeresis.cards import Face
from render.aevum_haeresis.chat_board import draw_chat_board
from render.aevum_haeresis.chat_board_reader import read_chat_board
from render.aevum_haeresis.chat_draft import draw_chat_draft
from render.aevum_haeresis.choice_picture import draw_choice
from render.aevum_haeresis.deck_sheet import deck_sheet
from render.aevum_haeresis.draft_picture import draw_limited, draw_pool, draw_progress
from render.aevum_haeresis.enlarged_board_parts import PARTS
from render.aevum_haeresis.hand import Holding, draw_hand, draw_lists
from render.aevum_haeresis.legend import LEGEND_GROUPS, lay_sign
from render.aevum_haeresis.lookup import DECK_PREFIX, KEYWORD_PREFIX, draw_keyword, draw_sheet
from render.aevum_haeresis.score_sheet import draw_score, read_sheet
from render.aevum_haeresis.view_reader import read_board
from render.emblem.aevum_haeresis import secret
from render.pen import theme
from render.sheets.game_pictures_base import GamePictures, say_for
from render.sheets.hand_parts import Count, Pile
from render.sheets.legend import draw_signs
from render.sheets.row_stack import Rows
from rules.aevum_haeresis.content.decklist import laid_out
from rules.aevum_haeresis.content.load import PACKS
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import HaeresisView, PlayerView
from rules.aevum_haeresis.words.hand import now_line
from rules.aevum_haeresis.words.names import content_of, kind_of
from rules.kernel.content.decks import Deck
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View, pack_of
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import Translator

#: The order of card types in a hand.
TYPES = ("heretic", "story", "event", "hunter")


class HaeresisPictures(GamePictures[HaeresisView]):
    """All pictures of Aevum Haeresis, drawn from a view or for an id."""

    view_type = HaeresisView
    accent = theme.ACCENTS["aevum_haeresis"]
    parts = PARTS

    def draw_board(self, view: HaeresisView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the board, seen from the viewer's side."""
        if view.limited is not None:
            return draw_progress(view, view.limited, say)
        return draw_board(read_board(view, say, events))

    def draw_chat_board(self, view: HaeresisView, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the chat board, which is the same for all viewers."""
        if view.limited is not None:
            return draw_chat_draft(view, view.limited, say)
        return draw_chat_board(read_chat_board(view, say, events))

    def acting(self, view: HaeresisView) -> int:
        """Return the seat that must decide, or the Active player if no decision is open."""
        return view.to_act[0] if view.to_act else view.active

    def draw_hand(self, view: HaeresisView, seat: int, say: Translator) -> Rows:
        """Draw a seat's counts, hand, Story row and decks, as far as the viewer may see them."""
        if view.limited is not None:
            return draw_pool(view, view.limited, say)
        return draw_hand(read_holding(view, view.players[seat], say))

    def lists(self, view: View, locale: str, names: Sequence[str] | None) -> Rows:
        """Draw the contents of the viewer's own decks."""
        game_view = self._checked_view(view)
        say = say_for(locale, names, view.seats, pack_of(view))
        return draw_lists(
            () if game_view.viewer is None else read_decks(game_view, game_view.players[game_view.viewer], say)
        )

    def draw_choice(self, view: HaeresisView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
        """Draw the options of a decision, or a seat's hand if there is no decision."""
        if view.limited is not None:
            return draw_limited(view, view.limited, seat, say)
        return draw_choice(view, seat, decision, say)

    def card(self, entry_id: str, say: Translator) -> Image.Image:
        """Draw a look-up result: a card, a ready-made deck, or a keyword with its cards."""
        content = PACKS.shown(say.pack)
        deck = content.decks.get(entry_id.removeprefix(DECK_PREFIX)) if entry_id.startswith(DECK_PREFIX) else None
        if deck is not None:
            return deck_sheet(content, deck, say)
        keyword = (
            content.keywords.get(entry_id.removeprefix(KEYWORD_PREFIX)) if entry_id.startswith(KEYWORD_PREFIX) else None
        )
        return draw_keyword(keyword, say) if keyword else draw_sheet(entry_id, say)

    def deck(self, deck: Deck, say: Translator) -> Image.Image:
        """Draw a player's deck, which may be unfinished."""
        content, listed = laid_out(say, deck)
        return deck_sheet(content, listed, say)

    def draw_score(self, view: HaeresisView, result: Result, say: Translator) -> Image.Image:
        """Draw the score sheet."""
        return draw_score(read_sheet(view, result, say))

    def banner(self, wide: int, tall: int) -> Image.Image:
        """Draw the scene at the top of sheets: a wheel around a closed eye."""
        return secret(wide, tall)

    def legend(self, say: Translator) -> Image.Image:
        """Draw the legend: every icon, and every square of a Story's icon band, with its meaning."""
        return draw_signs(say, LEGEND_GROUPS, lay_sign)


def _usability(view: HaeresisView, card: Card) -> str:
    """Return "now" if a card in hand can be played to answer the open question, and "idle" if it can't.

    If the player isn't being asked to play a card, return "".
    """
    if view.pending is None or view.pending.key not in ("row", "window"):
        return ""
    return "now" if card.id in view.affordable else "idle"


def _hand(view: HaeresisView, player: PlayerView, say: Translator) -> tuple[Face, ...] | None:
    """Return the picture contents of a hand's cards.

    Each kind of card is included once, with its count. The cards are sorted by type and cost.
    """
    if player.hand is None:
        return None
    content, is_own = content_of(view), view.viewer == player.seat
    counts = Counter(kind_of(card) for card in player.hand)
    records = sorted(
        (content.cards[card] for card in counts), key=lambda card: (TYPES.index(card.type), card.cost.gold, card.id)
    )
    return tuple(
        face(
            say, content, card, copies=counts[card.id], use=_usability(view, card) if is_own else "",
            now=now_line(say, view, card) if is_own else "",
        )
        for card in records
    )  # fmt: skip


def _card_lines(view: HaeresisView, say: Translator, cards: Iterable[str]) -> tuple[str, ...]:
    """Return a line of text for each kind of card, with its count and its cost."""
    content = content_of(view)
    counts = Counter(kind_of(card) for card in cards)
    lines: list[str] = []
    for card, count in counts.items():
        record = content.cards[card]
        name = f"{count} × {say.name(record.name)}" if count > 1 else say.name(record.name)
        track = "·".join(map(str, record.track)) + "{soul}" if record.type == "location" and record.track else ""
        lines.append(f"{name}\t{track or cost_of(record)}")
    return tuple(lines)


def _piles(view: HaeresisView, player: PlayerView, say: Translator) -> tuple[Pile, ...]:
    """Return the lists under a hand: the viewer's Story row, and cards that the viewer has seen."""
    row = [card for chapter in player.own_row or () for card in chapter]
    found = [
        Pile("story", say.t("Your Story row"), tuple(
            f"{number}. {line}" for number, line in enumerate((_card_lines(view, say, [card])[0] for card in row), 1)
        ), f"row:{player.seat}"),
        Pile("eye", say.t("Seen in the opponent's hand"), _card_lines(view, say, player.peeked or ()), "seen"),
    ]  # fmt: skip
    return tuple(pile for pile in found if pile.lines)


def read_decks(view: HaeresisView, player: PlayerView, say: Translator) -> tuple[Pile, ...]:
    """Return lists of the cards left in a seat's decks, and of the cards in its Pyre, which is public."""
    found = (
        ("location", "location", say.t("Location deck"), player.own_locations),
        ("background", "card", say.t("Background deck"), player.own_background),
        ("heretics", "heretics", say.t("Left in the Heretic deck"), player.own_heretics),
        ("plot", "plot", say.t("Left in the Plot deck"), player.own_plot),
        ("pyre", "pyre", say.t("Pyre"), sorted(player.pyre)),
    )
    return tuple(
        Pile(icon, title, _card_lines(view, say, cards), f"{key}:{player.seat}")
        for key, icon, title, cards in found
        if cards
    )


def read_holding(view: HaeresisView, player: PlayerView, say: Translator) -> Holding:
    """Return the counts, cards and decks of one seat, as far as the viewer may see them."""
    content, count = content_of(view), player.hand_count
    damned = content.cards[kind_of(player.damned)]
    counts = (
        Count("soul", f"{player.souls}/10", say.t("Souls")),
        Count("gold", str(player.gold), say.t("Gold")),
        Count("execution", f"{player.execution}/3", say.t("Execution")),
        Count("hand", str(count), say.t("Hand")),
        Count("plot", str(player.plot), say.t("Plot deck")),
        Count("heretics", str(player.heretics), say.t("Heretic deck")),
    )
    return Holding(
        seat=player.seat,
        name=say.seat(player.seat),
        leader=say.name(damned.name),
        art=(damned.id, damned.type, damned.faction),
        counts=counts,
        hand=_hand(view, player, say),
        hand_count=count,
        hand_words=say.n("{n} card in hand", "{n} cards in hand", count) if count else say.t("no cards in hand"),
        piles=_piles(view, player, say),
    )


PICTURES = HaeresisPictures()
