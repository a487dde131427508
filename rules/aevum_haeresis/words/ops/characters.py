"""The sentences of the verbs that affect characters and other cards in play."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import UNTIL, CardWriter, change, damage
from rules.aevum_haeresis.words.ops.verb import VerbWords
from rules.aevum_haeresis.words.targets import target_text
from rules.kernel.words.operation_sentences import Words, t
from rules.kernel.words.translation import N_


def _named(by: CardWriter, target: ops.Target, implied: str = "") -> str:
    return target_text(by, target, story=by.type == "story", implied=implied)


def _aimed(must: str, may: str, implied: str = "") -> Words:
    """Return the texts of a verb whose sentence mentions nothing but its target.

    `must` is the sentence for a mandatory target, and `may` the sentence for an optional target.
    """
    return lambda by, op: by.say.t(may if op.target.may else must, target=_named(by, op.target, implied))


#: The sentences for dealing damage, by whether icons are drawn, whether several targets can be named, and whether the
#: target is optional.
_DEALS = {
    (False, False, False): N_("Deal {n} damage to {target}."),
    (False, False, True): N_("You may deal {n} damage to {target}."),
    (False, True, False): N_("Deal {n} damage each to {target}."),
    (False, True, True): N_("You may deal {n} damage each to {target}."),
    (True, False, False): N_("Deal {damage} to {target}."),
    (True, False, True): N_("You may deal {damage} to {target}."),
    (True, True, False): N_("Deal {damage} each to {target}."),
    (True, True, True): N_("You may deal {damage} each to {target}."),
}


def _damage(by: CardWriter, op: ops.Damage) -> str:
    line = _DEALS[by.icons, op.target.count > 1, op.target.may]
    return by.say.t(line, n=ops.each(op.amount), damage=damage(by, ops.each(op.amount)), target=_named(by, op.target))


_GROUPS = {
    "caster": N_("The caster has {change} {until}."),
    "heretics": N_("Your Heretics have {change} {until}."),
    "participants": N_("Your participants have {change} {until}."),
}
#: The sentences for changing numbers, by whether several targets can be named, and whether the target is optional.
_GIVES = {
    (False, False): N_("Give {target} {change} {until}."),
    (False, True): N_("You may give {target} {change} {until}."),
    (True, False): N_("Give {target} {change} each {until}."),
    (True, True): N_("You may give {target} {change} each {until}."),
}


def _modify(by: CardWriter, op: ops.Modify) -> str:
    told, until = change(by, op.stat, ops.each(op.amount)), by.say.t(UNTIL[op.until])
    if op.target is None:
        return by.say.t(_GROUPS.get(op.of, _GROUPS["participants"]), change=told, until=until)
    line = _GIVES[op.target.count > 1, op.target.may]
    return by.say.t(line, target=_named(by, op.target), change=told, until=until)


def _control(by: CardWriter, op: ops.Control) -> str:
    line = N_("You may take control of {target} {until}.") if op.target.may else N_("Take control of {target} {until}.")
    return by.say.t(line, target=_named(by, op.target), until=by.say.t(UNTIL[op.until]))


_SACRIFICES = {
    "me": N_("Sacrifice a Heretic."),
    "opponent": N_("The opponent sacrifices a Heretic."),
    "both": N_("Each player sacrifices a Heretic."),
}


def _counter(by: CardWriter, op: ops.Counter) -> str:
    say, n = by.say, ops.each(op.amount)
    target = _named(by, op.target or ops.Target(whose="this"))
    may = op.target is not None and op.target.may
    if n >= 0 and may:
        return say.n("You may put {n} counter on {target}.", "You may put {n} counters on {target}.", n, target=target)
    if n >= 0:
        return say.n("Put {n} counter on {target}.", "Put {n} counters on {target}.", n, target=target)
    if may:
        return say.n(
            "You may remove {n} counter from {target}.", "You may remove {n} counters from {target}.", -n, target=target
        )
    return say.n("Remove {n} counter from {target}.", "Remove {n} counters from {target}.", -n, target=target)


WORDS: dict[type[Any], VerbWords] = {
    ops.Damage: VerbWords(_damage, N_("{card}: who takes the damage?")),
    ops.Heal: VerbWords(t("Remove {damage} from your Damned.", damage=lambda by, op: damage(by, op.amount))),
    ops.Ready: VerbWords(
        _aimed(N_("Make {target} Ready."), N_("You may make {target} Ready."), "spent"),
        N_("{card}: who becomes Ready?"),
    ),
    ops.Spend: VerbWords(
        _aimed(N_("Make {target} Spent."), N_("You may make {target} Spent."), "ready"),
        N_("{card}: who becomes Spent?"),
    ),
    ops.Modify: VerbWords(_modify, N_("{card}: whose numbers change?")),
    ops.Control: VerbWords(_control, N_("{card}: who do you take control of?")),
    ops.Destroy: VerbWords(
        _aimed(N_("Send {target} to the Pyre."), N_("You may send {target} to the Pyre.")),
        N_("{card}: what goes to the Pyre?"),
    ),
    ops.Counter: VerbWords(_counter, N_("{card}: which card's counters change?")),
    ops.Sacrifice: VerbWords(
        lambda by, op: by.say.t(_SACRIFICES[op.who]), N_("{card}: which Heretic do you sacrifice?")
    ),
}
