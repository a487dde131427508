"""The words of verbs on influence markers."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, markers
from rules.dark_providence.words.names import holder, marks_text, marks_there, me, spot_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords
from rules.kernel.words.operations import t
from rules.kernel.words.text import N_, Say

_PLACES = {
    "any": N_("Place {markers} on one city, primary asset or mythos card."),
    "city": N_("Place {markers} on one city."),
    "asset": N_("Place {markers} on one primary asset."),
    "mythos": N_("Place {markers} on one mythos card of the row."),
}


def influence_now(say: Say, view: ProvidenceView, target: str) -> str:
    """Return everybody's influence on a target, agents included."""
    city = next((city for city in view.cities if city.id == target), None)
    there = marks_text(say, view, city.totals if city else marks_there(view, target))
    if not there:
        return influence_none(say)
    return (
        say.t("Influence there now, agents included: {marks}.", marks=there)
        if city
        else say.t("Influence there now: {marks}.", marks=there)
    )


def influence_none(say: Say) -> str:
    """Return what is said where nobody has influence."""
    return say.t("Nobody has influence there yet.")


def _markers(by: CardWriter, op: ops.Place | ops.Recover | ops.Pool | ops.DriveOff) -> str:
    return markers(by.say, op.count, by.icons)


def _place(by: CardWriter, op: ops.Place) -> str:
    return by.say.t(_PLACES[op.at], markers=_markers(by, op))


def _place_option(say: Say, view: ProvidenceView, op: ops.Place, option: str) -> str:
    count = min(op.count, me(view).supply)
    return say.t("{markers} on {target}", markers=markers(say, count), target=spot_name(say, view, option))


def _place_detail(say: Say, view: ProvidenceView, op: ops.Place, option: str) -> str:
    return influence_now(say, view, option)


def _drive_off(by: CardWriter, op: ops.DriveOff) -> str:
    one = N_("Choose another player: you may return {markers} of that player from a city or card to the supply.")
    more = N_(
        "Choose another player: you may return up to {markers} of that player from one city or card to the supply."
    )
    return by.say.t(one if op.count == 1 else more, markers=_markers(by, op))


def _drive_off_option(say: Say, view: ProvidenceView, op: ops.DriveOff, option: str) -> str:
    target, _, owner = option.rpartition("/")
    count = min(op.count, marks_there(view, target)[int(owner)])
    return say.t(
        "{markers} of {player} off {target}",
        markers=markers(say, count), player=holder(say, view, int(owner)), target=spot_name(say, view, target),
    )  # fmt: skip


WORDS: dict[type[Any], VerbWords] = {
    ops.Place: VerbWords(
        _place, Asked(N_("{card}: where do the markers go?"), _place_option, _place_detail, at_once=True)
    ),
    ops.Recover: VerbWords(t("Recover {markers}.", markers=_markers)),
    ops.Pool: VerbWords(t("Take {markers} from the common pool.", markers=_markers)),
    ops.DriveOff: VerbWords(
        _drive_off,
        Asked(N_("{card}: whose markers are driven off, and where?"), _drive_off_option, at_once=True),
    ),
}
