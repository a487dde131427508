"""Reads the records of the Great Old One's strip from a view."""

from render.dark_providence.board_records import Cultist, OldOne
from render.dark_providence.recent_changes import OLD_ONE, Changes
from rules.dark_providence.content.records import Content
from rules.dark_providence.state.view import CultistView, ProvidenceView
from rules.dark_providence.words.solo import short_order_text
from rules.kernel.words.translation import N_, Translator

GOALS = {
    "gates": N_("Goal: gates opened by its cultists"),
    "cities": N_("Goal: cities its cultists control"),
    "mythos": N_("Goal: mythos cards acquired"),
    "victims": N_("Goal: agents assassinated"),
    "ritual": N_("Goal: the ritual's space"),
    "locks": N_("Goal: locks on the table"),
    "assets": N_("Goal: assets acquired"),
    "madness": N_("Goal: the player's Madness tokens"),
}


def _cultist(
    view: ProvidenceView, content: Content, say: Translator, changes: Changes, cultist: CultistView, index: int
) -> Cultist:
    foe = view.old_one
    card = content.cultists[cultist.id]
    order = content.controls[foe.control].orders[index] if foe and foe.control else None
    counts = ((f"cube{cultist.colour}", cultist.supply), ("limbo", cultist.limbo), ("control", cultist.controls))
    return Cultist(
        id=cultist.id,
        colour=cultist.colour,
        name=say.name(card.name),
        city=say.name(content.cities[cultist.city].name) if cultist.city else "",
        counts=tuple((icon, str(count)) for icon, count in counts),
        order=short_order_text(say, order, card),
        revealed=cultist.revealed,
        mark=changes.owners.get(cultist.owner, ""),
    )


def read_old_one(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> OldOne | None:
    """Read the Great Old One and its cultists. Return None outside solo play."""
    foe = view.old_one
    if foe is None:
        return None
    card = content.old_ones[foe.id]
    counts = (("asset", foe.assets), ("crypt", len(foe.crypt)), ("deck", foe.deck_count))
    return OldOne(
        seed=foe.id,
        name=say.name(card.name),
        vp=foe.vp,
        goal=say.t(GOALS[card.goal.goal]),
        reached=foe.goal[0],
        needed=foe.goal[1],
        madness=foe.madness,
        counts=tuple((icon, str(count)) for icon, count in counts),
        mythos=tuple((mythos, say.name(content.mythos[mythos].name)) for mythos in foe.mythos),
        cultists=tuple(
            _cultist(view, content, say, changes, cultist, index) for index, cultist in enumerate(foe.cultists)
        ),
        acting=view.phase == "old_one",
        mark=changes.owners.get(OLD_ONE, ""),
    )
