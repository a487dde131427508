"""The log: one line for what happened in the Great Old One's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.state import events_solo as solo
from rules.dark_providence.words.names import city_name, cultist_name, old_one_name, target_name
from rules.dark_providence.words.solo import order_name
from rules.kernel.words.text import Say

# -- solo play and the end --------------------------------------------------------------------------------------


def _old_one_rose(say: Say, body: solo.OldOneRose) -> str:
    return say.t("The Great Old One is {name}.", name=old_one_name(say, body.card))


def _control_drawn(say: Say, body: solo.ControlDrawn) -> str:
    return say.t("The Great Old One takes a turn.")


def _cultist_acts(say: Say, body: solo.CultistActs) -> str:
    return say.t(
        "{cultist} in {city}: {order}.",
        cultist=cultist_name(say, body.who), city=city_name(say, body.city), order=order_name(say, body.order),
    )  # fmt: skip


def _cultist_failed(say: Say, body: solo.CultistFailed) -> str:
    return say.t("{cultist} can't do that.", cultist=cultist_name(say, body.who))


def _cultist_resource(say: Say, body: solo.CultistResource) -> str:
    return say.t(
        "{cultist} uses {card}: {icon}.",
        cultist=cultist_name(say, body.who), card=target_name(say, body.card), icon=order_name(say, body.icon),
    )  # fmt: skip


def _kept_card(say: Say, body: solo.KeptCard) -> str:
    return say.t("The Great Old One keeps {card}.", card=target_name(say, body.card))


def _cultist_revealed(say: Say, body: solo.CultistRevealed) -> str:
    return say.t("{cultist} is revealed.", cultist=cultist_name(say, body.who))


def _control_shuffled(say: Say, body: solo.ControlShuffled) -> str:
    return say.t("All control cards are shuffled again.")


def _goal_reached(say: Say, body: solo.GoalReached) -> str:
    return say.t("{name} has reached its goal: the game ends.", name=old_one_name(say, body.card))


SOLO_LINES: dict[type[Any], Callable[[Say, Any], str | None]] = {
    solo.OldOneRose: _old_one_rose,
    solo.ControlDrawn: _control_drawn,
    solo.CultistActs: _cultist_acts,
    solo.CultistFailed: _cultist_failed,
    solo.CultistResource: _cultist_resource,
    solo.KeptCard: _kept_card,
    solo.CultistRevealed: _cultist_revealed,
    solo.ControlShuffled: _control_shuffled,
    solo.GoalReached: _goal_reached,
}
