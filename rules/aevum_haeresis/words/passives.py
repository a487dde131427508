"""The text of passive effects: the Status Quo of cards, the lower block of Hunters, and the effects of Attachments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.content import effects
from rules.aevum_haeresis.content.ops import each
from rules.aevum_haeresis.words.amounts import CardWriter, cards, change, gold, restriction_names, souls
from rules.aevum_haeresis.words.counts import conditions_text, for_each, of_manoeuvre
from rules.aevum_haeresis.words.names import TYPES
from rules.aevum_haeresis.words.ops.verb import counted
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_

#: The sentences of `Alter`, by the fields `of` and `what`, and by whether the card itself is excluded.
_ALTERS = {
    ("own", "character", False): N_("Your characters have {change}."),
    ("own", "character", True): N_("Your other characters have {change}."),
    ("own", "heretic", False): N_("Your Heretics have {change}."),
    ("own", "heretic", True): N_("Your other Heretics have {change}."),
    ("own", "damned", False): N_("Your Damned has {change}."),
    ("opposing", "character", False): N_("Opposing characters have {change}."),
    ("opposing", "heretic", False): N_("Opposing Heretics have {change}."),
    ("opposing", "damned", False): N_("The opposing Damned has {change}."),
    ("all", "character", False): N_("All characters have {change}."),
    ("all", "character", True): N_("All other characters have {change}."),
    ("all", "heretic", False): N_("All Heretics have {change}."),
    ("all", "heretic", True): N_("All other Heretics have {change}."),
    ("all", "damned", False): N_("Both Damned have {change}."),
}
#: The sentences of `Alter` on Locations. In these, "own" refers to the player who placed the Location.
_PLACED = {
    ("own", "character"): N_("Its owner's characters have {change}."),
    ("own", "heretic"): N_("Its owner's Heretics have {change}."),
    ("own", "damned"): N_("Its owner's Damned has {change}."),
    ("opposing", "character"): N_("The characters of its owner's opponent have {change}."),
    ("opposing", "heretic"): N_("The Heretics of its owner's opponent have {change}."),
    ("opposing", "damned"): N_("The Damned of its owner's opponent has {change}."),
}


def _alter(by: CardWriter, passive: effects.Alter) -> str:
    change_text = change(by, passive.stat, each(passive.amount))
    if passive.of == "host":
        return by.say.t("Its bearer has {change}.", change=change_text)
    if passive.of == "self":
        return by.say.t("This character has {change}.", change=change_text)
    if by.type == "location" and (passive.of, passive.what) in _PLACED:
        return by.say.t(_PLACED[passive.of, passive.what], change=change_text)
    key = (passive.of, passive.what, passive.others)
    line = _ALTERS.get(key) or _ALTERS[passive.of, passive.what, False]
    return by.say.t(line, change=change_text)


def _soul_number(by: CardWriter, passive: effects.SoulNumber) -> str:
    if each(passive.amount) >= 0:
        return by.say.t("The soul number is {n} higher.", n=each(passive.amount))
    return by.say.t("The soul number is {n} lower, but not below 0.", n=-each(passive.amount))


def _tax(by: CardWriter, passive: effects.Tax) -> str:
    line = N_("The opponent's Heresies cost {gold} more.")
    if by.type == "location":
        line = N_("The Heresies of its owner's opponent cost {gold} more.")
    return by.say.t(line, gold=gold(by, each(passive.gold)))


def _ward(by: CardWriter, passive: effects.Ward) -> str:
    line = N_("Damage dealt to your characters is reduced by {n}.")
    if by.type == "location":
        line = N_("Damage dealt to its owner's characters is reduced by {n}.")
    return by.say.t(line, n=each(passive.amount))


_BARS = {
    "plunder": N_("The opponent's unopposed Plunders are unsuccessful."),
    "recruit": N_("The opponent's unopposed Recruits are unsuccessful."),
    "accuse": N_("The opponent's unopposed Accusations are unsuccessful."),
}
_PLACED_BARS = {
    "plunder": N_("Unopposed Plunders of its owner's opponent are unsuccessful."),
    "recruit": N_("Unopposed Recruits of its owner's opponent are unsuccessful."),
    "accuse": N_("Unopposed Accusations of its owner's opponent are unsuccessful."),
}


_OWN = {
    "plunder": N_("Your successful Plunder also gives {what}."),
    "recruit": N_("Your successful Recruit also gives {what}."),
    "accuse": N_("Your successful Accusation also gives {what}."),
}
_BOTH = {
    "plunder": N_("A successful Plunder also gives its initiator {what}."),
    "recruit": N_("A successful Recruit also gives its initiator {what}."),
    "accuse": N_("A successful Accusation also gives its initiator {what}."),
}
_PLACER = {
    "plunder": N_("Its owner's successful Plunder also gives {what}."),
    "recruit": N_("Its owner's successful Recruit also gives {what}."),
    "accuse": N_("Its owner's successful Accusation also gives {what}."),
}
_MILLS = {
    "own": N_("Your successful Plunder discards {cards} more."),
    "both": N_("A successful Plunder discards {cards} more."),
    "placer": N_("Its owner's successful Plunder discards {cards} more."),
}


def _bounty(by: CardWriter, passive: effects.Bounty) -> str:
    say = by.say
    whose = "both" if passive.whose == "both" else "placer" if by.type == "location" else "own"
    given = [souls(by, passive.souls)] if passive.souls else []
    given += [gold(by, passive.gold)] if passive.gold else []
    told: list[str] = []
    if given:
        lines = {"own": _OWN, "both": _BOTH, "placer": _PLACER}[whose]
        told.append(say.t(lines[passive.manoeuvre], what=say.join(given)))
    if passive.cards and passive.manoeuvre == "plunder":
        told.append(say.t(_MILLS[whose], cards=cards(by, passive.cards)))
    if passive.without_damned:
        told.append(say.t("Only for teams without the Damned."))
    return " ".join(told)


#: The texts for the characters that can't do something, each paired with whether the text is about a single character.
#: The keys are the fields `of` and `what`, and whether the card itself is excluded.
_WHO = {
    ("host", "character", False): (N_("Its bearer"), True),
    ("self", "character", False): (N_("This character"), True),
    ("own", "character", False): (N_("Your characters"), False),
    ("own", "character", True): (N_("Your other characters"), False),
    ("own", "heretic", False): (N_("Your Heretics"), False),
    ("own", "heretic", True): (N_("Your other Heretics"), False),
    ("own", "damned", False): (N_("Your Damned"), True),
    ("opposing", "character", False): (N_("Opposing characters"), False),
    ("opposing", "heretic", False): (N_("Opposing Heretics"), False),
    ("opposing", "damned", False): (N_("The opposing Damned"), True),
    ("all", "character", False): (N_("Characters of both players"), False),
    ("all", "character", True): (N_("Other characters of both players"), False),
    ("all", "heretic", False): (N_("Heretics of both players"), False),
    ("all", "heretic", True): (N_("Other Heretics of both players"), False),
    ("all", "damned", False): (N_("Both Damned"), False),
}
#: The sentences of `Cannot`, by the forbidden deed and by whether they refer to a single character.
_DEEDS = {
    ("initiate", True): N_("{who} can't initiate manoeuvres."),
    ("initiate", False): N_("{who} cannot initiate manoeuvres."),
    ("block", True): N_("{who} can't block manoeuvres."),
    ("block", False): N_("{who} cannot block manoeuvres."),
    ("be_target", True): N_("{who} can't be a target of the other player."),
    ("be_target", False): N_("{who} cannot be targets of the other player."),
    ("ready", True): N_("{who} doesn't become Ready in the Prologue."),
    ("ready", False): N_("{who} don't become Ready in the Prologue."),
}


def _cannot(by: CardWriter, passive: effects.Cannot) -> str:
    key = (passive.of, passive.what, passive.others)
    who, one = _WHO.get(key) or _WHO[passive.of, passive.what, False]
    told = by.say.t(_DEEDS[passive.deed, one], who=by.say.t(who))
    kind = of_manoeuvre(by, passive.manoeuvre)
    return f"{told.removesuffix('.')}{kind}." if kind else told


_PRICES = {
    ("own", True): N_("Your cards cost {gold} more."),
    ("own", False): N_("Your cards cost {gold} less."),
    ("opposing", True): N_("The opponent's cards cost {gold} more."),
    ("opposing", False): N_("The opponent's cards cost {gold} less."),
}


def _price(by: CardWriter, passive: effects.Price) -> str:
    n = each(passive.gold)
    told = by.say.t(_PRICES[passive.of, n > 0], gold=gold(by, abs(n)))
    if passive.type == "any":
        return told
    return f"{told.removesuffix('.')} ({by.say.t('only: {cards}', cards=by.say.t(TYPES[passive.type]))})."


PASSIVE_TEXT: dict[type[Any], Callable[[CardWriter, Any], str]] = {
    effects.Alter: _alter,
    effects.Cannot: _cannot,
    effects.SoulNumber: _soul_number,
    effects.Tax: _tax,
    effects.Price: _price,
    effects.Ward: _ward,
    effects.Bar: lambda by, passive: by.say.t((_PLACED_BARS if by.type == "location" else _BARS)[passive.manoeuvre]),
    effects.Bounty: _bounty,
    effects.Twin: t("The first Chapter of an Enlistment row may hold two cards."),
}


def passive_text(by: CardWriter, passive: effects.Passive) -> str:
    """Return a passive as a sentence that says what it applies to, its effect, and its conditions."""
    text = PASSIVE_TEXT[type(passive)](by, passive)
    if isinstance(passive, effects.OfCharacters) and (only := restriction_names(by, passive.keyword, passive.faction)):
        text = f"{text.removesuffix('.')} ({by.say.t('only: {cards}', cards=', '.join(only))})."
    text = for_each(by, text, [getattr(passive, name) for name in counted(type(passive))])
    if not passive.conditions:
        return text
    return by.say.t("While {condition}: {text}", condition=conditions_text(by, passive.conditions), text=text)
