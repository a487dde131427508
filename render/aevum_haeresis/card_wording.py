"""The text of cards in pictures: rules text with icons, and numbers with icons instead of words."""

from render.aevum_haeresis.cards import Face, Square
from render.sheets.card_parts import Line
from rules.aevum_haeresis.content.ops import MANOEUVRES, Cost
from rules.aevum_haeresis.content.records import Card, Content
from rules.aevum_haeresis.words.cards import rules_lines, type_text
from rules.kernel.words.translation import Translator

#: For each kind of line in a card's text, the icon beside the line. None stands for the icon of the card's own type.
SIGNS: dict[str, str | None] = {
    "": None,
    "attachment": None,
    "heresy": "heresy",
    "dem": "dem",
    "imr": "imr",
    "start": "start",
    "when": "when",
    "counter": "counter",
    "status_quo": "status_quo",
    "skull": "skull",
    "time": "hourglass",
    "limit": "choice",
}
ATTACHMENTS = {"weapon": "battle", "relic": "relic", "curse": "curse", "vow": "vow"}


def icon_of(card: Card) -> str:
    """Return the icon of a card's type or, for an Attachment, of its subtype."""
    return ATTACHMENTS[card.attachment.type] if card.attachment else card.type


def cost_signs(cost: Cost) -> str:
    """Return a cost as numbers with icons, such as "3{gold} 1{soul}"."""
    parts = ((cost.gold, "gold"), (cost.souls, "soul"), (cost.cards, "discard"), (cost.counters, "counter"))
    text = [f"{count}{{{icon}}}" for count, icon in parts if count]
    text += ["{turn}"] if cost.turn or cost.turn_own else []
    text += ["{sacrifice}"] if cost.sacrifice else []
    return " ".join(text)


def cost_of(card: Card) -> str:
    """Return a card's cost as text with icons: "" if the card has no cost, and "0{gold}" if it is free."""
    if card.type in ("damned", "camp", "location") or card.background:
        return ""
    return cost_signs(card.cost) or "0{gold}"


def icons_of(card: Card, gap: str = " ") -> str:
    """Return a character's manoeuvre icons as text, such as "2{plunder} 1{accuse}"."""
    return gap.join(f"{n}{{{icon}}}" for icon in MANOEUVRES if (n := getattr(card.icons, icon)))


def band_of(card: Card) -> tuple[Square, ...]:
    """Return the squares of a Story's icon band."""
    if card.type != "story":
        return ()
    places = ((icon, getattr(card.band, icon)) for icon in MANOEUVRES)
    return tuple(Square(icon, place.colour, place.skull) for icon, place in places)


def income_of(card: Card) -> str:
    """Return the gold that a card adds or takes each Prologue as text, or "" if it does neither."""
    amount = card.income + card.gold_icon
    if not amount:
        return ""
    return f"{amount:+d}{{gold}}".replace("-", "−")


def lines_of(say: Translator, content: Content, card: Card, *, heads: bool = True) -> tuple[Line, ...]:
    """Return the lines of a card's text, each with its icon.

    If `heads` is False, leave out headings that only say what the icon shows.
    """
    own = icon_of(card)
    return tuple(
        Line(SIGNS[line.sign] or own, str(line)) for line in rules_lines(say, content, card, icons=True, heads=heads)
    )


def face(
    say: Translator, content: Content, card: Card, *, copies: int = 1, use: str = "", now: str = "", heads: bool = True
) -> Face:
    """Return the contents of a card's picture."""
    character = card.type in ("damned", "heretic")
    icons, gold = icons_of(card, "  "), income_of(card)
    return Face(
        seed=card.id,
        type=card.type,
        faction=card.faction,
        name=say.name(card.name),
        kind=type_text(say, card),
        cost=cost_of(card),
        left=f"{card.damage}{{damage}}" if character else gold if card.type == "camp" else "",
        middle="  ".join(part for part in (icons, gold) if part) if character else "" if card.type == "camp" else gold,
        right=f"{card.health}{{health}}" if character else "",
        band=band_of(card),
        track=card.track or (),
        lines=lines_of(say, content, card, heads=heads),
        copies=copies,
        use=use,
        now=now,
    )
