"""The texts of amounts, changes of numbers and costs in card text, in words or with icons."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.words.names import FACTIONS
from rules.kernel.words.translation import N_, Translator


@dataclass(frozen=True, slots=True)
class CardWriter:
    """The settings for generating card text: the language, the pack, words or icons, and the type of the card."""

    say: Translator
    content: Content
    icons: bool = False
    type: str = ""
    #: Whether the card is an Attachment. The text of an Attachment calls the character that the card is attached to
    #: "its bearer".
    bearer: bool = False
    #: Where the amount "that" comes from: "roll", "contest", or "" for the event that triggered the ability.
    that: str = ""


UNTIL = {
    "conflict": N_("until the end of the Conflict"),
    "round": N_("until the end of the Round"),
    "game": N_("for the rest of the game"),
}


# -- amounts --------------------------------------------------------------------------------------------------


def gold(by: CardWriter, n: int) -> str:
    """Return an amount of gold as text."""
    return f"{n}{{gold}}" if by.icons else by.say.t("{n} gold", n=n)


def souls(by: CardWriter, n: int) -> str:
    """Return a number of souls as text."""
    return f"{n}{{soul}}" if by.icons else by.say.n("{n} soul", "{n} souls", n)


def damage(by: CardWriter, n: int) -> str:
    """Return an amount of damage as text."""
    return f"{n}{{damage}}" if by.icons else by.say.t("{n} damage", n=n)


def cards(by: CardWriter, n: int) -> str:
    """Return a number of cards as text."""
    return f"{n}{{card}}" if by.icons else by.say.n("{n} card", "{n} cards", n)


def signed(n: int) -> str:
    """Return a number with a plus or minus sign."""
    return f"+{n}" if n >= 0 else f"−{abs(n)}"


def change_words(say: Translator, stat: str, amount: int) -> str:
    """Return a change of a character's number in words, such as "+1 Damage" or "−2 Plunder icons"."""
    change, n = signed(amount), abs(amount)
    match stat:
        case "damage":
            return say.t("{change} Damage", change=change)
        case "health":
            return say.t("{change} Health", change=change)
        case "plunder":
            return say.n("{change} Plunder icon", "{change} Plunder icons", n, change=change)
        case "recruit":
            return say.n("{change} Recruit icon", "{change} Recruit icons", n, change=change)
        case "accuse":
            return say.n("{change} Accusation icon", "{change} Accusation icons", n, change=change)
        case _:
            return say.n("{change} icon of each type", "{change} icons of each type", n, change=change)


def change(by: CardWriter, stat: str, amount: int) -> str:
    """Return a change of a character's number, in words or with icons."""
    if not by.icons:
        return change_words(by.say, stat, amount)
    n = signed(amount)
    return f"{n}{{plunder}}{n}{{recruit}}{n}{{accuse}}" if stat == "icons" else f"{n}{{{stat}}}"


def plot_cards(by: CardWriter, n: int) -> str:
    """Return a number of Plot cards as text."""
    return by.say.n("{n} Plot card", "{n} Plot cards", n)


def icon_words(say: Translator, amount: int) -> str:
    """Return a change of the number of icons in words, such as "+1 icon"."""
    return say.n("{change} icon", "{change} icons", abs(amount), change=signed(amount))


def counters(by: CardWriter, n: int) -> str:
    """Return a number of counters as text."""
    return f"{n}{{counter}}" if by.icons else by.say.n("{n} counter", "{n} counters", n)


# -- restrictions on cards ------------------------------------------------------------------------------------


def keyword_name(by: CardWriter, keyword: str) -> str:
    """Return the name that the pack gives to a keyword; the keyword itself if it has none."""
    found = by.content.keywords.get(keyword)
    return by.say.name(found.name) if found is not None else keyword


def restriction_names(by: CardWriter, keyword: str, faction: str = "") -> list[str]:
    """Return the names of a keyword and a faction, omitting either if it is ""."""
    named = [keyword_name(by, keyword)] if keyword else []
    return [*named, by.say.t(FACTIONS[faction])] if faction else named


def restrictions(by: CardWriter, keyword: str, faction: str = "", state: str = "") -> str:
    """Return the restrictions on cards in parentheses, such as " (Witch, Ready)"; "" if there are none."""
    told = restriction_names(by, keyword, faction)
    if state:
        told.append(by.say.t("Ready") if state == "ready" else by.say.t("Spent"))
    return f" ({', '.join(told)})" if told else ""


# -- costs ----------------------------------------------------------------------------------------------------


def cost_parts(by: CardWriter, cost: Cost) -> list[str]:
    """Return the parts of a cost, each in words or with icons."""
    say = by.say
    return [
        part
        for part, due in (
            (gold(by, cost.gold), cost.gold),
            (souls(by, cost.souls), cost.souls),
            (by.say.t("discard {cards}", cards=cards(by, cost.cards)), cost.cards),
            (by.say.t("remove {counters} from this card", counters=counters(by, cost.counters)), cost.counters),
            (say.t("make this card Spent"), cost.turn),
            (say.t("make a character of yours Spent"), cost.turn_own),
            (say.t("sacrifice a Heretic"), cost.sacrifice),
        )
        if due
    ]


def cost_text(by: CardWriter, cost: Cost) -> str:
    """Return a cost in words or with icons; "" if there is no cost."""
    return ", ".join(cost_parts(by, cost))
