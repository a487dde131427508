"""The text of verbs that affect gates, locks and markers on cities."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter
from rules.dark_providence.words.names import city_name, city_view, holder_name, spot_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords, card_action, shown
from rules.kernel.words.operation_sentences import t
from rules.kernel.words.translation import N_, Translator

_GATES = {
    "open": ("{gate_open}", N_("Open a gate")),
    "close": ("{gate_shut}", N_("Close a gate")),
    "either": ("{gate_open}/{gate_shut}", N_("Open or close a gate")),
}
_LOCKS = {
    "place": N_("Place {lock}."),
    "remove": N_("Remove {lock}."),
    "either": N_("Place or remove {lock}."),
}


def whateley_text(by: CardWriter, n: int) -> str:
    """Return the text of placing this many Whateley markers."""
    arcane = "1{arcane}" if by.icons else by.say.t("1 Arcane")
    if n == 1:
        return by.say.t("Put a Whateley marker on a city: it adds {arcane} to your gate actions there.", arcane=arcane)
    return by.say.t(
        "Put {n} Whateley markers on cities: each adds {arcane} to your gate actions there.", n=n, arcane=arcane
    )


def _gate(by: CardWriter, op: ops.Gate) -> str:
    return card_action(by, *_GATES[op.face], op.any_agent)


def _lock(by: CardWriter, op: ops.Lock) -> str:
    return by.say.t(_LOCKS[op.mode], lock="{lock}" if by.icons else by.say.t("a lock"))


def _lock_option(say: Translator, view: ProvidenceView, op: ops.Lock, option: str) -> str:
    mode, _, target = option.partition("/")
    line = N_("Lock {target}") if mode == "place" else N_("Unlock {target}")
    return say.t(line, target=spot_name(say, view, target))


def _lock_detail(say: Translator, view: ProvidenceView, op: ops.Lock, option: str) -> str:
    if option.startswith("place/"):
        left = say.n("{n} lock is left afterwards.", "{n} locks are left afterwards.", view.locks - 1)
        return say.t("No one can acquire it while it's locked.") + f" {left}"
    return say.t("It can be acquired again.")


def _cthulhu_detail(say: Translator, view: ProvidenceView, op: ops.Cthulhu, option: str) -> str:
    city = city_view(view, option)
    if city.controller is None:
        return say.t("No one controls that city.")
    return say.t("{player} loses the city and {n} VP.", player=holder_name(say, view, city.controller), n=city.control)


WORDS: dict[type[Any], VerbWords] = {
    ops.Gate: VerbWords(_gate),
    ops.Lock: VerbWords(_lock, Asked(N_("{card}: where do you place or remove a lock?"), _lock_option, _lock_detail)),
    ops.MartialLaw: VerbWords(
        t("Put the martial-law marker on a city: no one can travel there."),
        Asked(N_("{card}: which city gets martial law?"), shown(N_("Martial law in {city}"), city=city_name)),
    ),
    ops.Cthulhu: VerbWords(
        t("Put Cthulhu on a city: its controller loses it, and no one can travel, place influence or acquire there."),
        Asked(
            N_("{card}: which city does Cthulhu rise in?"),
            shown(N_("Cthulhu in {city}"), city=city_name),
            _cthulhu_detail,
        ),
    ),
    ops.Whateley: VerbWords(
        lambda by, _op: whateley_text(by, 1),
        Asked(
            N_("{card}: which city gets a Whateley marker?"),
            shown(N_("Whateley marker in {city}"), city=city_name),
        ),
    ),
}
