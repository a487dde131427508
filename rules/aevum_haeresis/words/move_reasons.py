"""Reasons for moves, for newcomers: a sentence for each kind of action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import EXECUTED, HAND, PLUNDER, SOULS_TO_WIN, TIMES
from rules.aevum_haeresis.state.view import HaeresisView, PlayerView
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import CardWriter, gold
from rules.kernel.data.actions import Action
from rules.kernel.words import move_reasons
from rules.kernel.words.translation import Translator


def move_reason(say: Translator, view: HaeresisView, offered: Sequence[Action]) -> str:
    """Return a sentence that explains what one of these actions of the viewer is good for; "" if there is none."""
    if view.viewer is None:
        return ""
    # The time of day changes after nearly every action of the Plot phase.
    return move_reasons.move_reason(BY_ACTION, say, view, offered, view.round * len(TIMES) + view.time)


def _rival(view: HaeresisView) -> PlayerView:
    return view.players[1 - names.me(view).seat]


def _gold(say: Translator, view: HaeresisView) -> str:
    return gold(CardWriter(say, names.content_of(view)), names.me(view).gold)


# -- the three races --------------------------------------------------------------------------------------------


def _announce(say: Translator, view: HaeresisView, offered: Sequence[actions.Announce]) -> Iterator[str]:
    manoeuvres = {action.manoeuvre for action in offered}
    n, me, rival = view.soul_number, names.me(view), _rival(view)
    if "recruit" in manoeuvres and n:
        yield say.n(
            "Recruit brings {n} soul at this time of day; you have {souls} of the {goal} that win.",
            "Recruit brings {n} souls at this time of day; you have {souls} of the {goal} that win.",
            n, souls=me.souls, goal=SOULS_TO_WIN,
        )  # fmt: skip
    if "plunder" in manoeuvres:
        yield say.t(
            "Plunder takes {n} cards from your opponent's Plot deck at this time of day; it has {left}, and "
            "with none left your opponent loses.",
            n=PLUNDER + n, left=rival.plot,
        )  # fmt: skip
    if "accuse" in manoeuvres and not rival.rose:
        yield say.t(
            "An Accusation raises your opponent's Execution level from {n} to {after}; at {goal} your opponent loses.",
            n=rival.execution, after=rival.execution + 1, goal=EXECUTED,
        )  # fmt: skip


def _location(say: Translator, _view: HaeresisView, _offered: Sequence[actions.PutLocation]) -> Iterator[str]:
    yield say.t("The Location's soul numbers decide what Recruit and Plunder bring, for both of you.")


def _heresy(say: Translator, view: HaeresisView, _offered: Sequence[actions.UseHeresy]) -> Iterator[str]:
    track = names.record_of(view, view.location).track or ()
    if view.time + 1 < len(track):
        yield say.t(
            "Every action but Pass moves the time of day on; the Location shows a soul number of {n} now and"
            " {later} then.",
            n=track[view.time], later=track[view.time + 1],
        )  # fmt: skip
    else:
        yield say.t("Every action but Pass moves the time of day on, and after the Night comes a new Location.")


def _pass(say: Translator, view: HaeresisView, _offered: Sequence[actions.Pass]) -> Iterator[str]:
    own = names.me(view).seat
    if any(c.ready and c.controller == own and c.type in ("damned", "heretic") for c in view.cards):
        yield say.t("A Ready character that you keep out of a manoeuvre can still block your rival's.")


def _draw(say: Translator, view: HaeresisView, _offered: Sequence[actions.DrawFrom]) -> Iterator[str]:
    yield say.t(
        "With an empty Plot deck you lose, and yours has {n} cards; your Heretic deck may run out.",
        n=names.me(view).plot,
    )


# -- rows and teams ---------------------------------------------------------------------------------------------


def _lay(say: Translator, view: HaeresisView, _offered: Sequence[actions.Lay]) -> Iterator[str]:
    if view.manoeuvre is None:
        yield say.t(
            "Heretics enter play only from this row; you have {gold} for all its Chapters.", gold=_gold(say, view)
        )
    else:
        yield say.t("A card that you don't pay for goes to the Pyre; you have {gold}.", gold=_gold(say, view))


def _pay(say: Translator, _view: HaeresisView, _offered: Sequence[actions.PayFor]) -> Iterator[str]:
    yield say.t("A card that you pay for takes effect at once; otherwise it goes to the Pyre.")


def _decline(say: Translator, view: HaeresisView, _offered: Sequence[actions.Decline]) -> Iterator[str]:
    yield say.t(
        "What you don't spend stays for later Chapters, windows and Rounds; you have {gold}.", gold=_gold(say, view)
    )


def _join(say: Translator, view: HaeresisView, _offered: Sequence[actions.Join]) -> Iterator[str]:
    man = view.manoeuvre
    if man is None:
        return
    if man.initiator == names.me(view).seat:
        yield say.t("As the initiator you need only as many icons as the blockers; characters that join become Spent.")
    else:
        yield say.t(
            "To stop the manoeuvre your team needs more icons than the initiator's; characters that join become Spent."
        )


def _hand(say: Translator, view: HaeresisView, _offered: Sequence[actions.Keep]) -> Iterator[str]:
    yield say.t(
        "Every manoeuvre needs a character, so keep a hand with Heretics that you can pay for with {gold}.",
        gold=_gold(say, view),
    )


def _throw(say: Translator, _view: HaeresisView, _offered: Sequence[actions.Throw]) -> Iterator[str]:
    yield say.t("In the Prologue you draw up to {n} cards, so a useless card makes room for a new one.", n=HAND)


def _active(say: Translator, _view: HaeresisView, _offered: Sequence[actions.BeActive]) -> Iterator[str]:
    yield say.t("If both of you win or lose at once, the Active player wins.")


def _answer(say: Translator, _view: HaeresisView, _offered: Sequence[Action]) -> Iterator[str]:
    yield say.t("What you use in a window costs you no action of the Plot phase.")


def _waive(say: Translator, _view: HaeresisView, _offered: Sequence[actions.Waive]) -> Iterator[str]:
    yield say.t("Waiving costs you nothing: your cards and your gold stay for later windows.")


#: The sentences about the kinds of actions. Kinds that are left out have none.
BY_ACTION: Mapping[type[Action], move_reasons.Reason[HaeresisView]] = {
    actions.BeActive: _active,
    actions.Keep: _hand,
    actions.PutLocation: _location,
    actions.Lay: _lay,
    actions.PayFor: _pay,
    actions.Decline: _decline,
    actions.Announce: _announce,
    actions.UseHeresy: _heresy,
    actions.Pass: _pass,
    actions.Join: _join,
    actions.UseDem: _answer,
    actions.PlayDem: _answer,
    actions.Waive: _waive,
    actions.DrawFrom: _draw,
    actions.Throw: _throw,
}
