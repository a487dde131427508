"""The legend: every icon of this game with its meaning. Pictures of cards explain their signs with the same texts."""

from PIL import Image

from render.icons import lay_icon
from render.pen import theme
from render.pen.canvas import lay_panel
from render.sheets.legend import Groups
from rules.kernel.words.translation import N_

#: The groups of icons, in the order that a new player comes across them.
GROUPS: Groups = (
    (N_("Manoeuvres"), (
        ("plunder", N_("Plunder: cards from the opponent's Plot deck burn")),
        ("recruit", N_("Recruit: gain souls")),
        ("accuse", N_("Accusation: the opponent's Execution rises")),
        ("claim", N_("Initiator: wins ties")),
        ("swap", N_("A Conflict: both teams count their icons")),
        ("arrow", N_("No one blocks yet")),
        ("success", N_("Successful manoeuvre")),
        ("failure", N_("Unsuccessful manoeuvre")),
    )),
    (N_("What players have"), (
        ("soul", N_("Souls: ten win the game")),
        ("gold", N_("Gold; with a sign: income in each Prologue")),
        ("execution", N_("Execution: the third level loses the game")),
        ("plot", N_("Plot deck: an empty one loses the game")),
        ("heretics", N_("Heretic deck")),
        ("location", N_("Location; Location deck")),
        ("card", N_("Cards; Background deck")),
        ("hand", N_("Cards in hand")),
        ("pyre", N_("Pyre: where used and destroyed cards lie")),
        ("first", N_("The Active player of this Round")),
    )),
    (N_("Numbers and costs"), (
        ("damage", N_("Damage: what a caster deals; damage dealt")),
        ("health", N_("Health: this much damage kills")),
        ("discard", N_("Cost: discard cards from hand")),
        ("turn", N_("Spent, or the cost: make a Ready card Spent")),
        ("sacrifice", N_("Cost: sacrifice a Heretic")),
        ("counter", N_("Counters on a card, or the cost: remove them")),
        ("skull", N_("Skull: the caster deals its Damage")),
    )),
    (N_("When a card works"), (
        ("heresy", N_("Heresy: an action, once a Round")),
        ("dem", N_("Deus Ex Machina: in its windows")),
        ("imr", N_("In Medias Res: on entering the Verge")),
        ("start", N_("At the start of a Round")),
        ("when", N_("Each time something happens")),
        ("status_quo", N_("Status Quo: as long as it's in play")),
        ("hourglass", N_("Stays for a time")),
        ("choice", N_("A limit")),
    )),
    (N_("Cards"), (
        ("damned", N_("Damned: the leader of a side")),
        ("heretic", N_("Heretic")),
        ("hunter", N_("Hunter: comes to the Location for a Round")),
        ("story", N_("Story: played from the Conflict row")),
        ("event", N_("Event")),
        ("camp", N_("Camp: gold in each Prologue")),
        ("battle", N_("Attachment: Weapon; lasts for a Conflict")),
        ("relic", N_("Attachment: Relic")),
        ("curse", N_("Attachment: Curse")),
        ("vow", N_("Attachment: Vow")),
        ("eye", N_("Face down: only you see it")),
    )),
    (N_("Times of day"), (
        ("dawn", N_("Morning, with the soul number")),
        ("noon", N_("Noon")),
        ("dusk", N_("Evening")),
        ("night", N_("Night: a new Location comes next")),
    )),
    (N_("Factions"), (
        ("faction_neutral", N_("Neutral")),
        ("faction_deathless", N_("Deathless")),
        ("faction_warrior", N_("Warrior")),
        ("faction_mystics", N_("Mystics")),
        ("faction_opportunist", N_("Opportunist")),
        ("faction_scholar", N_("Scholar")),
        ("faction_lords", N_("Lords")),
    )),
    (N_("Who is who"), (
        ("seat0", N_("First player")),
        ("seat1", N_("Second player")),
    )),
)  # fmt: skip
MEANINGS: dict[str, str] = {icon: meaning for _, group in GROUPS for icon, meaning in group}
#: The meanings of the colours in a Story's icon band.
BAND_MEANINGS = {
    "white": N_("White: can be played in such a Conflict"),
    "black": N_("Black: can only fill a Chapter there"),
}
#: The groups of the legend. The squares of a Story's band come after the numbers and costs.
LEGEND_GROUPS: Groups = (
    *GROUPS[:3],
    (N_("Places of a Story's band"), tuple((f"band_{colour}", words) for colour, words in BAND_MEANINGS.items())),
    *GROUPS[3:],
)


def lay_sign(image: Image.Image, name: str, x: int, y: int, side: int) -> None:
    """Draw an icon, or an empty square of an icon band."""
    if name.startswith("band_"):
        fill = theme.WHITE if name == "band_white" else theme.BLACK
        lay_panel(image, (x, y, x + side, y + side), fill, theme.GOLD, 10, 3)
    else:
        lay_icon(image, name, x, y, side, theme.PALE)
