"""The texts of counts in card text: "for each Heretic", "the number of Heretics", and the texts of conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.words.amounts import CardWriter, restrictions
from rules.aevum_haeresis.words.names import MANOEUVRES, TIMES
from rules.kernel.words.translation import N_

#: The texts "for each ...". The key is the name of the count, then the player whose cards or resources are counted, or
#: "" if the count isn't about a player. For the count "that", the name is followed by the source of the amount.
_EACH: dict[tuple[str, str], str] = {
    ("characters", "own"): N_("for each character of yours"),
    ("characters", "opposing"): N_("for each opposing character"),
    ("characters", "any"): N_("for each character in play"),
    ("heretics", "own"): N_("for each Heretic of yours"),
    ("heretics", "opposing"): N_("for each opposing Heretic"),
    ("heretics", "any"): N_("for each Heretic in play"),
    ("participants", "own"): N_("for each participant of yours"),
    ("participants", "opposing"): N_("for each opposing participant"),
    ("participants", "any"): N_("for each participant"),
    ("attachments", "own"): N_("for each Attachment of yours"),
    ("attachments", "opposing"): N_("for each opposing Attachment"),
    ("attachments", "any"): N_("for each Attachment in play"),
    ("hunters", "own"): N_("for each Hunter of yours"),
    ("hunters", "opposing"): N_("for each opposing Hunter"),
    ("hunters", "any"): N_("for each Hunter in play"),
    ("hand", "own"): N_("for each card in your hand"),
    ("hand", "opposing"): N_("for each card in the opponent's hand"),
    ("pyre", "own"): N_("for each card in your Pyre"),
    ("pyre", "opposing"): N_("for each card in the opponent's Pyre"),
    ("plot_deck", "own"): N_("for each card in your Plot deck"),
    ("plot_deck", "opposing"): N_("for each card in the opponent's Plot deck"),
    ("heretic_deck", "own"): N_("for each card in your Heretic deck"),
    ("heretic_deck", "opposing"): N_("for each card in the opponent's Heretic deck"),
    ("gold", "own"): N_("for each gold you have"),
    ("gold", "opposing"): N_("for each gold the opponent has"),
    ("souls", "own"): N_("for each soul you have"),
    ("souls", "opposing"): N_("for each soul the opponent has"),
    ("execution", "own"): N_("for each of your Execution levels"),
    ("execution", "opposing"): N_("for each of the opponent's Execution levels"),
    ("wounds", "own"): N_("for each damage on your Damned"),
    ("wounds", "opposing"): N_("for each damage on the opposing Damned"),
    ("icons", "own"): N_("for each icon of your team"),
    ("icons", "opposing"): N_("for each icon of the opposing team"),
    ("successes", "own"): N_("for each of your successful manoeuvres this Round"),
    ("successes", "opposing"): N_("for each of the opponent's successful manoeuvres this Round"),
    ("attached", ""): N_("for each card attached to this one"),
    ("counters", ""): N_("for each counter on this card"),
    ("soul_number", ""): N_("for each point of the soul number"),
    ("time", ""): N_("for each time of day that has passed at this Location"),
    ("chapter", ""): N_("for each Chapter so far"),
    ("round", ""): N_("for each Round of the game so far"),
    ("that", ""): N_("for each of them"),
    ("that", "roll"): N_("for each point rolled"),
    ("that", "contest"): N_("for each point of difference"),
}
#: The texts "the number of ...", with keys like those of `_EACH`.
_MUCH: dict[tuple[str, str], str] = {
    ("characters", "own"): N_("the number of your characters"),
    ("characters", "opposing"): N_("the number of opposing characters"),
    ("characters", "any"): N_("the number of characters in play"),
    ("heretics", "own"): N_("the number of your Heretics"),
    ("heretics", "opposing"): N_("the number of opposing Heretics"),
    ("heretics", "any"): N_("the number of Heretics in play"),
    ("participants", "own"): N_("the number of your participants"),
    ("participants", "opposing"): N_("the number of opposing participants"),
    ("participants", "any"): N_("the number of participants"),
    ("attachments", "own"): N_("the number of your Attachments"),
    ("attachments", "opposing"): N_("the number of opposing Attachments"),
    ("attachments", "any"): N_("the number of Attachments in play"),
    ("hunters", "own"): N_("the number of your Hunters"),
    ("hunters", "opposing"): N_("the number of opposing Hunters"),
    ("hunters", "any"): N_("the number of Hunters in play"),
    ("hand", "own"): N_("the number of cards in your hand"),
    ("hand", "opposing"): N_("the number of cards in the opponent's hand"),
    ("pyre", "own"): N_("the number of cards in your Pyre"),
    ("pyre", "opposing"): N_("the number of cards in the opponent's Pyre"),
    ("plot_deck", "own"): N_("the number of cards in your Plot deck"),
    ("plot_deck", "opposing"): N_("the number of cards in the opponent's Plot deck"),
    ("heretic_deck", "own"): N_("the number of cards in your Heretic deck"),
    ("heretic_deck", "opposing"): N_("the number of cards in the opponent's Heretic deck"),
    ("gold", "own"): N_("your gold"),
    ("gold", "opposing"): N_("the opponent's gold"),
    ("souls", "own"): N_("the number of your souls"),
    ("souls", "opposing"): N_("the number of the opponent's souls"),
    ("execution", "own"): N_("your Execution level"),
    ("execution", "opposing"): N_("the opponent's Execution level"),
    ("wounds", "own"): N_("the damage on your Damned"),
    ("wounds", "opposing"): N_("the damage on the opposing Damned"),
    ("icons", "own"): N_("the number of icons of your team"),
    ("icons", "opposing"): N_("the number of icons of the opposing team"),
    ("successes", "own"): N_("the number of your successful manoeuvres this Round"),
    ("successes", "opposing"): N_("the number of the opponent's successful manoeuvres this Round"),
    ("attached", ""): N_("the number of cards attached to this one"),
    ("counters", ""): N_("the number of counters on this card"),
    ("soul_number", ""): N_("the soul number"),
    ("time", ""): N_("the number of times of day that have passed at this Location"),
    ("chapter", ""): N_("the Chapter number"),
    ("round", ""): N_("the Round number"),
    ("that", ""): N_("that amount"),
}


def _whose(of: Any, context: str = "") -> tuple[str, str]:
    if (of.count, of.whose) in _EACH:
        return of.count, of.whose
    return (of.count, context) if (of.count, context) in _EACH else (of.count, "")


def for_each_text(by: CardWriter, of: ops.Counted) -> str:
    """Return the text of a counted amount, such as "for each Heretic of yours (Witch), plus 2 (at most 5 in all)"."""
    say = by.say
    text = say.t(_EACH[_whose(of, by.that)]) + restrictions(by, of.keyword, of.faction, of.state)
    if of.plus:
        text = say.t("{each}, plus {n}", each=text, n=abs(of.plus))
    if of.most < ops.Counted.model_fields["most"].default:
        text += f" ({say.t('at most {n} in all', n=of.most)})"
    return text


def for_each(by: CardWriter, sentence: str, amounts: Sequence[int | ops.Counted]) -> str:
    """Return a sentence, with "for each ..." at the end if one of its amounts depends on a count."""
    counted = next((of for of in amounts if isinstance(of, ops.Counted)), None)
    if counted is None:
        return sentence
    return f"{sentence.removesuffix('.')} {for_each_text(by, counted)}."


# -- conditions -------------------------------------------------------------------------------------------------


def _is_count(by: CardWriter, one: ops.IsCount) -> str:
    value = by.say.t(_MUCH[_whose(one)]) + restrictions(by, one.keyword, one.faction, one.state)
    if one.least == one.most:
        return by.say.t("{value} is {n}", value=value, n=one.least)
    if one.most == ops.IsCount.model_fields["most"].default:
        return by.say.t("{value} is {n} or more", value=value, n=one.least)
    if not one.least:
        return by.say.t("{value} is {n} or less", value=value, n=one.most)
    return by.say.t("{value} is {n} to {most}", value=value, n=one.least, most=one.most)


def _has_more(by: CardWriter, one: ops.HasMore) -> str:
    values = [by.say.t(_MUCH[one.count, whose]) for whose in ("own", "opposing")]
    more, other = values if one.who == "me" else reversed(values)
    return by.say.t("{value} is greater than {other}", value=more, other=other)


def _is_active(by: CardWriter, one: ops.IsActive) -> str:
    return by.say.t("you are the Active player" if one.who == "me" else "the opponent is the Active player")


_ROLES = {
    "any": N_("you take part in a manoeuvre"),
    "initiator": N_("you are the initiator of a manoeuvre"),
    "blocker": N_("you block a manoeuvre"),
}


def _in_manoeuvre(by: CardWriter, one: ops.InManoeuvre) -> str:
    return by.say.t(_ROLES[one.role]) + of_manoeuvre(by, one.manoeuvre)


def of_manoeuvre(by: CardWriter, manoeuvre: str) -> str:
    """Return a space and the type of a manoeuvre in parentheses; "" if any type is meant."""
    return "" if manoeuvre == "any" else f" ({by.say.t(MANOEUVRES[manoeuvre])})"


_STATES = {
    ("ready", False): N_("this character is Ready"),
    ("spent", False): N_("this character is Spent"),
    ("participant", False): N_("this character takes part in a manoeuvre"),
    ("ready", True): N_("its bearer is Ready"),
    ("spent", True): N_("its bearer is Spent"),
    ("participant", True): N_("its bearer takes part in a manoeuvre"),
}
_TIMES_OF_DAY = ("morning", "noon", "evening", "night")


def times_text(by: CardWriter, times: Sequence[str]) -> str:
    """Return times of day in order, such as "Evening or Night"."""
    return by.say.join_alternatives(
        [by.say.t(TIMES[_TIMES_OF_DAY.index(time)]) for time in _TIMES_OF_DAY if time in times]
    )


#: The functions that return a condition as a part of a sentence, by type of condition.
CONDITIONS: dict[type[Any], Callable[[CardWriter, Any], str]] = {
    ops.IsCount: _is_count,
    ops.HasMore: _has_more,
    ops.AtTime: lambda by, one: by.say.t("it is {times}", times=times_text(by, one.times)),
    ops.IsActive: _is_active,
    ops.InManoeuvre: _in_manoeuvre,
    ops.IsThis: lambda by, one: by.say.t(_STATES[one.state, by.bearer]),
}


def conditions_text(by: CardWriter, conditions: Sequence[ops.Condition]) -> str:
    """Return conditions as a part of a sentence, such as "it is Night and your gold is 3 or more"."""
    return by.say.join([CONDITIONS[type(one)](by, one) for one in conditions])
