"""The text of verbs that affect the tracks: VP, ritual and investigation."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.shared_field_types import Each
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, gain_text, points
from rules.dark_providence.words.names import rival_name
from rules.dark_providence.words.ops.verb import Asked, VerbWords, many, rival_vp
from rules.kernel.words.translation import N_, Translator


def track_text(say: Translator, track: str, by: int, icons: bool = False) -> str:
    """Return the text of moving a track's marker."""
    n = abs(by)
    if icons:
        return f"{n}{{{track}_{'up' if by > 0 else 'down'}}}."
    if track == "ritual":
        if by > 0:
            return say.n("Move the ritual up {n} space.", "Move the ritual up {n} spaces.", n)
        return say.n("Move the ritual down {n} space.", "Move the ritual down {n} spaces.", n)
    if by > 0:
        return say.n("Move the investigation up {n} space.", "Move the investigation up {n} spaces.", n)
    return say.n("Move the investigation down {n} space.", "Move the investigation down {n} spaces.", n)


def _rival_vp(by: CardWriter, op: Any) -> str:
    return by.say.t("Another player of your choice loses {points}.", points=points(by.say, op.amount, by.icons))


def _rival_vp_option(say: Translator, view: ProvidenceView, op: ops.RivalVp, option: str) -> str:
    lost = op.amount
    if isinstance(lost, Each):
        return rival_name(say, view, option)
    return say.t("{player} loses {n} VP", player=rival_name(say, view, option), n=lost)


WORDS: dict[type[Any], VerbWords] = {
    ops.GainVp: VerbWords(lambda by, op: gain_text(by.say, op.amount, by.icons)),
    ops.RivalVp: VerbWords(many(_rival_vp, "amount"), Asked(N_("{card}: who loses VP?"), _rival_vp_option, rival_vp)),
    ops.Meddle: VerbWords(many(lambda by, op: track_text(by.say, op.track, op.by, by.icons), "by")),
}
