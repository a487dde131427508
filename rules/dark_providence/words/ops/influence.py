"""The text of verbs that affect influence markers."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, markers
from rules.dark_providence.words.names import holder_name, marks_text, marks_there, own_seat, spot_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords, many
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_, Translator

_PLACES = {
    "any": N_("Place {markers} on one city, primary asset or mythos card."),
    "city": N_("Place {markers} on one city."),
    "asset": N_("Place {markers} on one primary asset."),
    "mythos": N_("Place {markers} on one mythos card in the row."),
}


_SPREADS = {
    "any": N_("Place {markers} on any cities, primary assets or mythos cards."),
    "city": N_("Place {markers} on any cities."),
    "asset": N_("Place {markers} on any primary assets."),
    "mythos": N_("Place {markers} on any mythos cards in the row."),
}
_DRIVEN = {
    "supply": (
        N_("Choose another player: you may return {markers} of theirs from a city or card to their supply."),
        N_("Choose another player: you may return up to {markers} of theirs from one city or card to their supply."),
    ),
    "limbo": (
        N_("Choose another player: you may send {markers} of theirs from a city or card to Limbo."),
        N_("Choose another player: you may send up to {markers} of theirs from one city or card to Limbo."),
    ),
}


def influence_now(say: Translator, view: ProvidenceView, target: str) -> str:
    """Return the text of each owner's influence on a target, including that of agents in a city."""
    city = next((city for city in view.cities if city.id == target), None)
    there = marks_text(say, view, city.totals if city else marks_there(view, target))
    if not there:
        return influence_none(say)
    return (
        say.t("Influence there now, agents included: {marks}.", marks=there)
        if city
        else say.t("Influence there now: {marks}.", marks=there)
    )


def influence_none(say: Translator) -> str:
    """Return the sentence for a target without influence."""
    return say.t("No one has influence there yet.")


def _markers(by: CardWriter, op: Any) -> str:
    return markers(by.say, op.count, by.icons)


def _place(by: CardWriter, op: ops.Place) -> str:
    return by.say.t(_PLACES[op.at], markers=_markers(by, op))


def _place_option(say: Translator, view: ProvidenceView, op: ops.Place, option: str) -> str:
    count = min(int(view.pending.args["left"]) if view.pending else 1, own_seat(view).supply)
    return say.t("{markers} on {target}", markers=markers(say, count), target=spot_name(say, view, option))


def _place_detail(say: Translator, view: ProvidenceView, op: ops.Place, option: str) -> str:
    return influence_now(say, view, option)


def _spread_option(say: Translator, view: ProvidenceView, op: ops.Spread, option: str) -> str:
    return say.t("{markers} on {target}", markers=markers(say, 1), target=spot_name(say, view, option))


def _shift(by: CardWriter, op: ops.Shift) -> str:
    one = N_("You may move {markers} of yours from a city or card to another one.")
    more = N_("You may move up to {markers} of yours from one city or card to another one.")
    return by.say.t(one if op.count == 1 else more, markers=_markers(by, op))


def _shift_option(say: Translator, view: ProvidenceView, op: ops.Shift, option: str) -> str:
    line = N_("To {target}") if view.pending and view.pending.args.get("mover") else N_("From {target}")
    return say.t(line, target=spot_name(say, view, option))


def _shift_detail(say: Translator, view: ProvidenceView, op: ops.Shift, option: str) -> str:
    return influence_now(say, view, option)


def _drive_off(by: CardWriter, op: ops.DriveOff) -> str:
    one, more = _DRIVEN[op.to]
    return by.say.t(one if op.count == 1 else more, markers=_markers(by, op))


def _drive_off_option(say: Translator, view: ProvidenceView, op: ops.DriveOff, option: str) -> str:
    target, _, owner = option.rpartition("/")
    count = min(int(view.pending.args["left"]) if view.pending else 1, marks_there(view, target)[int(owner)])
    return say.t(
        "{target}: {markers} of {player}'s",
        markers=markers(say, count), player=holder_name(say, view, int(owner)), target=spot_name(say, view, target),
    )  # fmt: skip


WORDS: dict[type[Any], VerbWords] = {
    ops.Place: VerbWords(
        many(_place), Asked(N_("{card}: where do the markers go?"), _place_option, _place_detail, at_once=True)
    ),
    ops.Spread: VerbWords(
        many(lambda by, op: by.say.t(_SPREADS[op.at], markers=_markers(by, op))),
        Asked(N_("{card}: where does a marker go?"), _spread_option, _place_detail),
    ),
    ops.Shift: VerbWords(
        many(_shift), Asked(N_("{card}: where do you move markers from?"), _shift_option, _shift_detail, at_once=True)
    ),
    ops.Recover: VerbWords(many(t("Recover {markers}.", markers=_markers))),
    ops.Pool: VerbWords(many(t("Take {markers} from the common pool.", markers=_markers))),
    ops.DriveOff: VerbWords(
        many(_drive_off),
        Asked(N_("{card}: whose markers are driven off, and where?"), _drive_off_option, at_once=True),
    ),
}
