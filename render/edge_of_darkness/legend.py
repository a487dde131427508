"""The legend: every icon of this game with its meaning."""

from PIL import Image

from render.icons import ICONS, lay_icon
from render.pen import theme
from render.sheets.legend import Groups
from render.text.text_layout import Style, write_fit
from rules.kernel.words.translation import N_

#: The groups of icons, in the order that a new player comes across them.
GROUPS: Groups = (
    (N_("What you own"), (
        ("coin", N_("Coin: pays card owners and costs")),
        ("influence", N_("Influence: skip a card in the Street")),
        ("goodwill", N_("Goodwill: Influence taken with a card")),
        ("reputation", N_("Reputation: 1 point each")),
        ("points", N_("Victory Points")),
        ("agent", N_("Trained agent")),
        ("untrained", N_("Untrained agent")),
        ("slip", N_("Allegiance slip, or a Guild card")),
        ("defence", N_("Defense track: its value in points")),
        ("first", N_("First Player marker")),
    )),
    (N_("What effects do"), (
        ("dispatch", N_("Dispatch an agent from the pool to its Location")),
        ("return", N_("Return an agent from there to the pool")),
        ("train", N_("Train an agent: untrained to the pool")),
        ("battle", N_("Battle Strength for this turn")),
        ("hunt", N_("Permission to hunt in the tower")),
        ("claim", N_("Claim a Neutral card with a slip")),
        ("draw", N_("Draw the first card of the Street")),
        ("sleeve", N_("Sleeve one more advancement")),
        ("shield", N_("Reduce Damage when attacked")),
        ("damage", N_("Damage; when attacked; if not defended")),
        ("rivals", N_("Every other player")),
        ("arrow", N_("Pay what comes first to get what follows")),
        ("/", N_("One or the other")),
        ("×", N_("For each of what follows")),
        ("≤", N_("Up to this many")),
        ("≥", N_("Only if there are at least this many")),
        ("=", N_("Only if there are exactly this many")),
        (">", N_("Only with more than every other player")),
        ("<", N_("Only with fewer than every other player")),
        ("swap", N_("Exchange two, or move from one to another")),
        ("sink", N_("Put it under the deck")),
        ("delay", N_("Move it back to the 5th space")),
        ("choice", N_("Neutral: no one's card")),
    )),
    (N_("Where things are"), (
        ("street", N_("The Street, with the top of the deck")),
        ("deck", N_("Cards in the deck")),
        ("card", N_("A filled slot of a card")),
        ("discard", N_("Discard pile, or: discard a card")),
        ("hand", N_("Hand")),
        ("hall", N_("Guild Hall")),
        ("pool", N_("Pool of trained Agents")),
        ("location", N_("Any Location")),
        ("tower", N_("Threat tower")),
        ("hourglass", N_("The prologue; the start or end of your turn")),
        ("bag", N_("Cubes in the bag")),
        ("aside", N_("Cubes set aside")),
        ("zone", N_("Threat Zone: dropped next round")),
        ("staged", N_("Cubes about to be dropped")),
        ("cube", N_("Cubes this card draws")),
        ("cube_black", N_("Black cube: attacks everyone")),
    )),
    (N_("Who is who"), (
        ("guild0", N_("Colour of the Anointed")),
        ("guild1", N_("Colour of the Carnival of Shadows")),
        ("guild2", N_("Colour of the Gilded Leaves")),
        ("guild3", N_("Colour of the Fede Cartel")),
        ("chalice", N_("The Anointed")),
        ("mask", N_("Carnival of Shadows")),
        ("leaf", N_("Gilded Leaves")),
        ("hands", N_("The Fede Cartel")),
    )),
)  # fmt: skip


def lay_sign(image: Image.Image, name: str, x: int, y: int, side: int) -> None:
    """Draw an icon, or the characters that a sign consists of."""
    if name in ICONS:
        lay_icon(image, name, x, y, side, theme.PALE)
    else:
        write_fit(image, x, y - 4, name, Style(48, "bold", theme.PALE), side, "centre")
