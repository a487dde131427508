"""The text of amounts on cards."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dark_providence.content.records import Content
from rules.dark_providence.content.shared_field_types import Amount, Condition, Count
from rules.kernel.words.translation import N_, Translator

#: The phrases that end an amount, such as "for each city you control", by the name of the count.
PER = {
    "cities": N_("for each city you control"),
    "agents": N_("for each of your agents"),
    "recruited": N_("for each of your recruited agents"),
    "mythos": N_("for each of your mythos cards"),
    "crypt": N_("for each agent in your crypt"),
    "gates": N_("for each gate you have opened or closed"),
    "returned": N_("for each of your returned agents"),
    "madness": N_("for each of your Madness tokens"),
    "deep_ones": N_("for each of your Deep Ones"),
    "opened": N_("for each gate you have opened"),
    "closed": N_("for each gate you have closed"),
    "hand": N_("for each card in your hand"),
    "limbo": N_("for each of your markers in Limbo"),
    "supply": N_("for each marker in your supply"),
    "rivals": N_("for each other player"),
    "locks": N_("for each lock on the table"),
    "row": N_("for each mythos card in the row"),
    "ritual": N_("for each space the ritual has advanced"),
    "investigation": N_("for each space the investigation has advanced"),
}


#: The text of conditions about the reader (YOU) or any other player (RIVAL), in singular and plural, by count.
YOU = {
    "cities": (N_("you control at least {n} city"), N_("you control at least {n} cities")),
    "agents": (N_("you have at least {n} agent"), N_("you have at least {n} agents")),
    "recruited": (N_("you have at least {n} recruited agent"), N_("you have at least {n} recruited agents")),
    "mythos": (N_("you have at least {n} mythos card"), N_("you have at least {n} mythos cards")),
    "crypt": (N_("your crypt has at least {n} agent"), N_("your crypt has at least {n} agents")),
    "gates": (N_("you have opened or closed at least {n} gate"), N_("you have opened or closed at least {n} gates")),
    "opened": (N_("you have opened at least {n} gate"), N_("you have opened at least {n} gates")),
    "closed": (N_("you have closed at least {n} gate"), N_("you have closed at least {n} gates")),
    "returned": (N_("you have at least {n} returned agent"), N_("you have at least {n} returned agents")),
    "madness": (N_("you have at least {n} Madness token"), N_("you have at least {n} Madness tokens")),
    "deep_ones": (N_("you have at least {n} Deep One"), N_("you have at least {n} Deep Ones")),
    "hand": (N_("you have at least {n} card in your hand"), N_("you have at least {n} cards in your hand")),
    "limbo": (N_("you have at least {n} marker in Limbo"), N_("you have at least {n} markers in Limbo")),
    "supply": (N_("you have at least {n} marker in your supply"), N_("you have at least {n} markers in your supply")),
    "vp": (N_("you have at least {n} VP"), N_("you have at least {n} VP")),
    "rivals": (N_("there is at least {n} other player"), N_("there are at least {n} other players")),
    "locks": (N_("there is at least {n} lock on the table"), N_("there are at least {n} locks on the table")),
    "row": (N_("the row has at least {n} mythos card"), N_("the row has at least {n} mythos cards")),
    "ritual": (N_("the ritual is at least on space {n}"), N_("the ritual is at least on space {n}")),
    "investigation": (
        N_("the investigation is at least on space {n}"), N_("the investigation is at least on space {n}"),
    ),
}  # fmt: skip
RIVAL = {
    "cities": (N_("another player controls at least {n} city"), N_("another player controls at least {n} cities")),
    "agents": (N_("another player has at least {n} agent"), N_("another player has at least {n} agents")),
    "recruited": (
        N_("another player has at least {n} recruited agent"), N_("another player has at least {n} recruited agents"),
    ),
    "mythos": (N_("another player has at least {n} mythos card"), N_("another player has at least {n} mythos cards")),
    "crypt": (
        N_("another player's crypt has at least {n} agent"), N_("another player's crypt has at least {n} agents"),
    ),
    "gates": (
        N_("another player has opened or closed at least {n} gate"),
        N_("another player has opened or closed at least {n} gates"),
    ),
    "opened": (N_("another player has opened at least {n} gate"), N_("another player has opened at least {n} gates")),
    "closed": (N_("another player has closed at least {n} gate"), N_("another player has closed at least {n} gates")),
    "returned": (
        N_("another player has at least {n} returned agent"), N_("another player has at least {n} returned agents"),
    ),
    "madness": (
        N_("another player has at least {n} Madness token"), N_("another player has at least {n} Madness tokens"),
    ),
    "deep_ones": (N_("another player has at least {n} Deep One"), N_("another player has at least {n} Deep Ones")),
    "hand": (
        N_("another player has at least {n} card in hand"), N_("another player has at least {n} cards in hand"),
    ),
    "limbo": (
        N_("another player has at least {n} marker in Limbo"), N_("another player has at least {n} markers in Limbo"),
    ),
    "supply": (
        N_("another player has at least {n} marker in the supply"),
        N_("another player has at least {n} markers in the supply"),
    ),
    "vp": (N_("another player has at least {n} VP"), N_("another player has at least {n} VP")),
}  # fmt: skip
LEADER = {
    "cities": N_("you control more cities than any other player"),
    "agents": N_("you have more agents than any other player"),
    "recruited": N_("you have more recruited agents than any other player"),
    "mythos": N_("you have more mythos cards than any other player"),
    "crypt": N_("your crypt has more agents than any other player's"),
    "gates": N_("you have opened or closed more gates than any other player"),
    "opened": N_("you have opened more gates than any other player"),
    "closed": N_("you have closed more gates than any other player"),
    "returned": N_("you have more returned agents than any other player"),
    "madness": N_("you have more Madness tokens than any other player"),
    "deep_ones": N_("you have more Deep Ones than any other player"),
    "hand": N_("you have more cards in your hand than any other player"),
    "limbo": N_("you have more markers in Limbo than any other player"),
    "supply": N_("you have more markers in your supply than any other player"),
    "vp": N_("you have more VP than any other player"),
}


def condition(say: Translator, when: Condition) -> str:
    """Return a condition as the clause that follows "if"."""
    if when.who == "leader":
        return say.t(LEADER[when.count])
    one, more = (YOU if when.who == "you" else RIVAL)[when.count]
    return say.t(one if when.least == 1 else more, n=when.least)


def per_text(say: Translator, count: Count) -> str:
    """Return the last part of an amount that depends on a count, including the limit if there is one."""
    per = say.t(PER[count.count])
    if count.most < Count.model_fields["most"].default:
        return say.t("{per} (at most {n})", per=per, n=abs(count.times) * count.most)
    return per


@dataclass(frozen=True, slots=True)
class CardWriter:
    """The settings for writing a card's text: the language, the pack, and whether icons replace words."""

    say: Translator
    content: Content
    icons: bool


def markers(say: Translator, n: int, icons: bool = False) -> str:
    """Return a number of influence markers as the object of a sentence."""
    return f"{n}{{influence}}" if icons else say.n("{n} influence marker", "{n} influence markers", n)


def points(say: Translator, n: int, icons: bool = False) -> str:
    """Return a number of VP as the object of a sentence."""
    return f"{n}{{vp}}" if icons else say.t("{n} VP", n=n)


def gain_text(say: Translator, amount: Amount, icons: bool = False) -> str:
    """Return the text of gaining or losing VP: a fixed number, or a number that depends on a count."""
    if isinstance(amount, int):
        line = N_("Gain {points}.") if amount >= 0 else N_("Lose {points}.")
        return say.t(line, points=points(say, abs(amount), icons))
    line = N_("Gain {points} {per}.") if amount.times >= 0 else N_("Lose {points} {per}.")
    return say.t(line, points=points(say, abs(amount.times), icons), per=per_text(say, amount))
