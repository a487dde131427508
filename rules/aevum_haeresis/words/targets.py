"""The texts of an effect's targets."""

from __future__ import annotations

from rules.aevum_haeresis.content.ops import Target
from rules.aevum_haeresis.words.amounts import CardWriter, restriction_names
from rules.kernel.words.translation import N_

Forms = tuple[str, str]
#: The texts for one target and for several targets, by kind, player, and whether only participants are allowed.
CHARACTERS: dict[tuple[str, str, bool], Forms] = {
    ("character", "own", False): (N_("a character of yours"), N_("up to {n} characters of yours")),
    ("character", "own", True): (N_("a participant of yours"), N_("up to {n} participants of yours")),
    ("character", "opposing", False): (N_("an opposing character"), N_("up to {n} opposing characters")),
    ("character", "opposing", True): (N_("an opposing participant"), N_("up to {n} opposing participants")),
    ("character", "any", False): (N_("any character"), N_("up to {n} characters")),
    ("character", "any", True): (N_("any participant"), N_("up to {n} participants")),
    ("heretic", "own", False): (N_("a Heretic of yours"), N_("up to {n} Heretics of yours")),
    ("heretic", "own", True): (N_("a participating Heretic of yours"), N_("up to {n} participating Heretics of yours")),
    ("heretic", "opposing", False): (N_("an opposing Heretic"), N_("up to {n} opposing Heretics")),
    ("heretic", "opposing", True): (
        N_("an opposing participating Heretic"),
        N_("up to {n} opposing participating Heretics"),
    ),
    ("heretic", "any", False): (N_("any Heretic"), N_("up to {n} Heretics")),
    ("heretic", "any", True): (N_("any participating Heretic"), N_("up to {n} participating Heretics")),
    ("damned", "own", False): (N_("your Damned"), N_("your Damned")),
    ("damned", "own", True): (N_("your Damned (if it takes part)"), N_("your Damned (if it takes part)")),
    ("damned", "opposing", False): (N_("the opposing Damned"), N_("the opposing Damned")),
    ("damned", "opposing", True): (
        N_("the opposing Damned (if it takes part)"),
        N_("the opposing Damned (if it takes part)"),
    ),
    ("damned", "any", False): (N_("any Damned"), N_("up to {n} Damned")),
    ("damned", "any", True): (N_("any participating Damned"), N_("up to {n} participating Damned")),
}
THINGS: dict[tuple[str, str], Forms] = {
    ("attachment", "own"): (N_("an Attachment of yours"), N_("up to {n} Attachments of yours")),
    ("attachment", "opposing"): (N_("an opposing Attachment"), N_("up to {n} opposing Attachments")),
    ("attachment", "any"): (N_("any Attachment"), N_("up to {n} Attachments")),
    ("hunter", "own"): (N_("a Hunter of yours"), N_("up to {n} Hunters of yours")),
    ("hunter", "opposing"): (N_("an opposing Hunter"), N_("up to {n} opposing Hunters")),
    ("hunter", "any"): (N_("any Hunter"), N_("up to {n} Hunters")),
}


#: The texts of targets that the player doesn't choose.
ONE = {"this": N_("this card"), "host": N_("its bearer"), "it": N_("that card")}


def is_thing(target: Target) -> bool:
    """Return whether the target is a Hunter or an Attachment rather than a character."""
    return target.what in ("attachment", "hunter")


def only_participants(target: Target, story: bool) -> bool:
    """Return whether only participants of the Conflict can be targets; `story` says whether the text is on a Story."""
    return target.scope == "participants" or (target.scope == "card" and story)


def target_text(by: CardWriter, target: Target, *, story: bool, implied: str = "") -> str:
    """Return the text for a target, such as "an opposing Heretic (Ready, Health 2 or less)".

    `implied` is a state ("ready" or "spent") that is left out because the rest of the sentence implies it.
    """
    say = by.say
    if target.whose in ONE:
        return say.t(ONE[target.whose])
    if is_thing(target):
        one, several = THINGS[target.what, target.whose]
    else:
        one, several = CHARACTERS[target.what, target.whose, only_participants(target, story)]
    text = say.t(several, n=target.count) if target.count > 1 else say.t(one)
    restrictions = restriction_names(by, target.keyword, target.faction)
    if target.state and target.state != implied:
        restrictions.append(say.t("Ready") if target.state == "ready" else say.t("Spent"))
    if target.most_health < Target.model_fields["most_health"].default:
        health = "{health}" if by.icons else say.t("Health")
        restrictions.append(say.t("{health} {n} or less", health=health, n=target.most_health))
    return f"{text} ({', '.join(restrictions)})" if restrictions else text
