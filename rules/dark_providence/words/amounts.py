"""The words of amounts, from which card text is composed."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dark_providence.content.fields import Amount, Count
from rules.dark_providence.content.records import Content
from rules.kernel.words.text import N_, Say

#: What an amount is counted by, as it follows the amount.
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
}


@dataclass(frozen=True, slots=True)
class CardWriter:
    """How card text is written: the language, the pack, and words or icons."""

    say: Say
    content: Content
    icons: bool


def markers(say: Say, n: int, icons: bool = False) -> str:
    """Return a number of influence markers, as the object of a sentence."""
    return f"{n}{{influence}}" if icons else say.n("{n} influence marker", "{n} influence markers", n)


def points(say: Say, n: int, icons: bool = False) -> str:
    """Return a number of VP, as the object of a sentence."""
    return f"{n}{{vp}}" if icons else say.t("{n} VP", n=n)


def gain_text(say: Say, amount: Amount, icons: bool = False) -> str:
    """Return how VP are gained or lost, by a number or for each thing counted."""
    if isinstance(amount, int):
        line = N_("Gain {points}.") if amount >= 0 else N_("Lose {points}.")
        return say.t(line, points=points(say, abs(amount), icons))
    line = N_("Gain {points} {per}.") if amount.times >= 0 else N_("Lose {points} {per}.")
    per = say.t(PER[amount.count])
    if amount.most < Count.model_fields["most"].default:
        per = say.t("{per} (at most {n})", per=per, n=abs(amount.times) * amount.most)
    return say.t(line, points=points(say, abs(amount.times), icons), per=per)
