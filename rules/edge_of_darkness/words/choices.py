"""The text of choices within operations, and of passing at each question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.view import EdgeView, PendingView
from rules.edge_of_darkness.words.cards import card_penalty
from rules.edge_of_darkness.words.names import source_name
from rules.edge_of_darkness.words.ops import ASKED
from rules.edge_of_darkness.words.ops.tower import CARRY
from rules.edge_of_darkness.words.ops.verb import NO_MORE
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import N_, ActionText, Translator

#: The texts of the verbs' choices, by the key of the question.
_BY_KEY = {f"choose_{get_args(kind.model_fields['op'].annotation)[0]}": asked for kind, asked in ASKED.items()}
#: The questions within operations, by key.
QUESTIONS = {**{key: asked.question for key, asked in _BY_KEY.items()}, "carry_cube": CARRY}
#: The name of the menu, by kind of choice.
_MENUS: dict[type[Action], str] = {
    actions.ChooseNumber: N_("Agents"),
    actions.ChooseCard: N_("Cards"),
    actions.ChoosePlace: N_("Locations"),
    actions.ChoosePlayer: N_("Players"),
    actions.ChooseCube: N_("Cubes"),
    actions.ChooseSpots: N_("Tower"),
}
#: The label and detail of passing, by the key of the question.
_PASSES = {
    "pick_effect": (N_("Don't use the effect"), N_("You keep the advancement, but don't use its effect.")),
    "defend": (N_("Take the Damage"), N_("You do nothing more against this attack.")),
    "reshuffle": (N_("Wait"), N_("The deck is reshuffled later, at the end of the turn at the latest.")),
    "buy_part": (N_("Skip this part"), N_("You pay nothing, and nothing happens.")),
    "sleeve_kind": (N_("Sleeve nothing"), N_("You sleeve no more advancements.")),
    **{key: asked.passing for key, asked in _BY_KEY.items()},
}


def question(say: Translator, view: EdgeView, asked: Prompt) -> str:
    """Return the question of an operation. It names the effect and, if several choices are left, their number."""
    line = say.t(QUESTIONS[asked.key], source=source_name(say, view, asked.args))
    left = int(asked.args.get("left", 1))
    if asked.key != "carry_cube" and left > 1:
        line += " " + say.t("(up to {n})", n=left)
    return line


def pass_text(say: Translator, view: EdgeView, action: Pass) -> ActionText:
    """Return the label and detail of passing at the open question. If passing costs something, only that is said."""
    label, detail = _PASSES.get(view.pending.key, NO_MORE) if view.pending else NO_MORE
    costs = _undefended(say, view, view.pending.args) if view.pending and view.pending.key == "defend" else []
    return ActionText(say.t(label), " ".join(costs or [say.t(detail)]), say.t("Turn"))


def damage_left(pending: PendingView) -> int:
    """Return the Damage of the attack that the viewer is asked about, less what has been taken off."""
    return max(0, int(pending.args["damage"]) - int(pending.args["reduced"]))


def defences_text(say: Translator, view: EdgeView) -> str:
    """Return a sentence about the Damage that the viewer's defences can take off, and about the reward (EOD-DMG.6)."""
    pending = view.pending
    if pending is None or not pending.reductions:
        return ""
    n, left = pending.reducible, damage_left(pending)
    if n >= left:
        return say.t("Your defences can reduce it to 0; you then gain 1 Reputation.")
    return say.t("Your defences can reduce it by {n} at most; at least {left} is left.", n=n, left=left - n)


def _undefended(say: Translator, view: EdgeView, args: Mapping[str, int | str]) -> list[str]:
    """Return sentences about the consequences of not defending (EOD-DMG.11, DMG.13)."""
    player, track = view.players[int(args["seat"])], view.defence_track
    lower = track[min(player.moved_down + 1, len(track) - 1)]
    falls = say.t("Your Defense falls from {now} to {lower}.", now=player.defence_value, lower=lower)
    return [
        *([falls] if lower != player.defence_value else []),
        *filter(None, [card_penalty(say, view, str(args["card"]))]),
    ]


def choice_text(say: Translator, view: EdgeView, action: Action) -> ActionText:
    """Return the text of a choice within an operation: a number, card, Location, player, cube or spot."""
    assert view.pending is not None
    text = ASKED[type(view.pending.op)].shown(say, view, action)
    return replace(text, group=say.t(_MENUS[type(action)]))
