"""The legend: every icon of this game with its meaning. Pictures of cards explain their signs with the same texts."""

from render.sheets.legend import Groups
from rules.kernel.words.translation import N_

#: The groups of icons, in the order that a new player comes across them.
GROUPS: Groups = (
    (N_("Resources on cards"), (
        ("influence", N_("Influence: place a marker")),
        ("recover", N_("Recovery: get a placed marker back")),
        ("wealth", N_("Wealth: buy influence, or travel")),
        ("force", N_("Force: for assassinations")),
        ("arcane", N_("Arcane: for opening and closing gates")),
        ("ritual_up", N_("Ritual up: one space forward")),
        ("ritual_down", N_("Ritual down: one space back")),
        ("investigation_up", N_("Investigation up: one space forward")),
        ("investigation_down", N_("Investigation down: one space back")),
    )),
    (N_("When a card works"), (
        ("action", N_("Action: instead of its resources")),
        ("bonus", N_("Bonus action: costs no action")),
        ("reaction", N_("Reaction: when its event happens")),
        ("acquired", N_("On acquiring: at once, and only once")),
        ("ongoing", N_("Ongoing: as long as it is owned")),
        ("end", N_("At the end of the game")),
    )),
    (N_("What cards do"), (
        ("assassinate", N_("Assassinate an agent")),
        ("gate_open", N_("Open a gate; an open gate")),
        ("gate_shut", N_("Close a gate; a closed gate")),
        ("gate_dormant", N_("A dormant gate, with the value of the city's gate")),
        ("lock", N_("Place or remove a lock; a lock")),
        ("sanity", N_("Sanity test")),
    )),
    (N_("Victory points"), (
        ("vp", N_("VP that everyone scores (blue)")),
        ("vp_pink", N_("VP for investigators (pink)")),
        ("vp_green", N_("VP for cultists (green)")),
        ("ritual", N_("The ritual track")),
        ("investigation", N_("The investigation track")),
    )),
    (N_("Agents and minds"), (
        ("agent", N_("Agent, original side")),
        ("returned", N_("Agent, returned side")),
        ("deep_one", N_("Deep One")),
        ("crypt", N_("Crypt: agents you assassinated")),
        ("sane", N_("Sane token")),
        ("madness", N_("Madness token: the third drives you mad")),
    )),
    (N_("On the table"), (
        ("city", N_("Control of a city")),
        ("asset", N_("Asset card")),
        ("mythos", N_("Mythos card")),
        ("hand", N_("Cards in hand")),
        ("deck", N_("Deck")),
        ("discard", N_("Discard pile")),
        ("pool", N_("Common pool: influence to buy")),
        ("limbo", N_("Limbo: markers that are out for a while")),
        ("control", N_("Control markers left")),
        ("frame", N_("Free places for agents")),
        ("old_one", N_("Great Old One")),
        ("first", N_("Starting player; on a marker: lead agent")),
        ("cthulhu", N_("Cthulhu: no travel, influence or acquiring here")),
        ("martial_law", N_("Martial law: no one can travel here")),
        ("whateley", N_("Whateley marker: 1 Arcane for its owner's gates")),
    )),
    (N_("Allegiances"), (
        ("allegiance", N_("No one knows this allegiance")),
        ("investigator", N_("Investigator")),
        ("cultist", N_("Cultist")),
        ("ex_investigator", N_("Dissenter, a former investigator")),
        ("ex_cultist", N_("Dissenter, a former cultist")),
    )),
    (N_("Who is who"), (
        ("seat0", N_("First colour: markers and agents")),
        ("seat1", N_("Second colour")),
        ("seat2", N_("Third colour")),
        ("seat3", N_("Fourth colour")),
        ("seat4", N_("Fifth colour")),
    )),
)  # fmt: skip
MEANINGS: dict[str, str] = {icon: meaning for _, group in GROUPS for icon, meaning in group}
