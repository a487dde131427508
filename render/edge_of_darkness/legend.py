"""The legend: every icon of this game with its meaning."""

from PIL import Image

from render import theme
from render.canvas import lay_panel, table, textured
from render.icons import ICONS, lay_icon
from render.text import Style, write_block, write_fit
from rules.kernel.text import N_, Say

WIDE = 1200
COLUMNS = 2
ROW = 84

#: Groups of icons, in the order in which a new player meets them.
GROUPS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (N_("What you own"), (
        ("coin", N_("Coin: pays owners of cards, and prices")),
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
        ("damage", N_("Damage of a threat, or: when attacked")),
        ("rivals", N_("Every other player")),
        ("arrow", N_("What is before it is paid for what follows")),
        ("/", N_("One or the other")),
        ("×", N_("For each of what follows")),
        ("≤", N_("Up to this many")),
        ("≥", N_("Only if there are at least this many")),
        ("swap", N_("Exchange two, or move from one to another")),
        ("sink", N_("Put it under the deck")),
        ("delay", N_("Move it back to the 5th space")),
        ("choice", N_("Neutral: nobody's card")),
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
        ("hourglass", N_("The prologue, before round 1")),
        ("bag", N_("Cubes in the bag")),
        ("aside", N_("Cubes set aside")),
        ("zone", N_("Threat Zone: dropped next round")),
        ("staged", N_("Cubes about to be dropped")),
        ("cube", N_("Cubes this card draws")),
        ("cube_black", N_("Black cube: everybody's")),
    )),
    (N_("Who is who"), (
        ("seat0", N_("First seat: cubes, agents and cards")),
        ("seat1", N_("Second seat")),
        ("seat2", N_("Third seat")),
        ("seat3", N_("Fourth seat")),
        ("chalice", N_("The Anointed")),
        ("mask", N_("Carnival of Shadows")),
        ("leaf", N_("Gilded Leaves")),
        ("hands", N_("The Fede Cartel")),
    )),
)  # fmt: skip


def draw_legend(say: Say) -> Image.Image:
    """Draw all groups, two icons a row."""
    rows = sum(-(-len(icons) // COLUMNS) for _, icons in GROUPS)
    tall = 130 + len(GROUPS) * 74 + rows * ROW + 24
    image = textured(table(WIDE, tall), 2)
    write_fit(image, 30, 18, say.t("Icons"), Style(64, "title", theme.GOLD_LIT), WIDE - 60, "centre")
    y, wide = 110, (WIDE - 48) // COLUMNS
    for title, icons in GROUPS:
        write_fit(image, 32, y + 8, say.t(title), Style(theme.TITLE, "title", theme.PALE), WIDE - 64)
        y += 74
        for index, (name, meaning) in enumerate(icons):
            x = 24 + (index % COLUMNS) * wide
            top = y + (index // COLUMNS) * ROW
            lay_panel(image, (x, top + 4, x + wide - 8, top + ROW - 4), theme.PANEL, theme.STEEL_DARK)
            if name in ICONS:
                lay_icon(image, name, x + 14, top + 14, 56, theme.PALE)
            else:
                write_fit(image, x + 14, top + 10, name, Style(48, "bold", theme.PALE), 56, "centre")
            box = (x + 86, top + 6, x + wide - 18, top + ROW - 6)
            write_block(image, box, say.t(meaning), Style(32, "text", theme.PALE), lines=2, valign="middle")
        y += -(-len(icons) // COLUMNS) * ROW
    return image
