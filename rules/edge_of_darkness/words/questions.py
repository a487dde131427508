"""The question that a seat must answer, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.cards import clause_text
from rules.edge_of_darkness.words.names import all_cards, contact_name, content_of, effect_name, starter_name
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import N_, Say

Args = dict[str, Any]

#: Questions about an operation, each with the effect it belongs to.
_OPERATIONS = {
    "choose_dispatch": N_("{source}: how many Agents do you dispatch?"),
    "choose_return": N_("{source}: how many Agents do you return?"),
    "choose_claim": N_("{source}: which Neutral card do you claim?"),
    "choose_clear_zone": N_("{source}: which cube of your Threat Zone do you set aside?"),
    "choose_clear_tray": N_("{source}: which cube of the trays do you set aside?"),
    "choose_move_cube": N_("{source}: which cube do you move?"),
    "choose_swap_tower": N_("{source}: which two tower cards do you exchange?"),
    "choose_sink_street": N_("{source}: which Street card goes under the stack?"),
    "choose_delay_street": N_("{source}: which Street card goes to the end of the Street?"),
    "choose_fetch_hall": N_("{source}: which card do you take from your Guild Hall?"),
    "choose_take_street": N_("{source}: which Street card do you take?"),
    "choose_salvage": N_("{source}: which card of the Discard pile do you take?"),
    "choose_call_home": N_("{source}: which card of your Guild comes home to your Guild Hall?"),
    "choose_station": N_("{source}: to which Location do you dispatch an Agent?"),
    "choose_withdraw": N_("{source}: from which Location does an Agent return?"),
    "choose_gather": N_("{source}: from which Location do you move an Agent?"),
    "choose_seed_cube": N_("{source}: which set-aside cube goes into which tray?"),
    "choose_empty_tray": N_("{source}: which tray do you empty?"),
    "choose_banish": N_("{source}: which tower card do you discard?"),
    "carry_cube": N_("{source}: into which tray does the cube go?"),
}
_DISCARDS = {
    "cost": N_("Which unresolved cards do you discard as the price?"),
    "recall": N_("Which unresolved card do you discard for the Agent?"),
    "street": N_("Which two unresolved cards do you discard for the Street effect?"),
}


def source_name(say: Say, view: EdgeView, args: Args) -> str:
    """Return what asks: an effect on a card, a Location, or a card of the tower."""
    content = content_of(view)
    what, slot = str(args.get("what", "")), str(args.get("slot", ""))
    if what in content.locations:
        return say.name(content.locations[what].name)
    card = all_cards(view).get(what)
    if card is None or not slot:
        return starter_name(say, what)
    return say.t("{effect} on {card}", effect=effect_name(say, content, card, slot), card=starter_name(say, what))


def _guild(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("Which Guild do you lead?")


def _pick(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("Prologue: which kind of advancement do you take?")


def _pick_effect(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("Do you use the effect of {contact}?", contact=contact_name(say, str(args["slip"])))


def _hall(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("Which Starter without advancements goes into your Guild Hall?")


def _draft(say: Say, view: EdgeView, args: Args) -> str:
    return say.n(
        "Draft {n} card from the Street, or skip cards first for 1 Influence each.",
        "Draft {n} cards from the Street, or skip cards first for 1 Influence each.",
        int(args["count"]),
    )


def _free(say: Say, view: EdgeView, args: Args) -> str:
    if args.get("owes"):
        return say.t("Your Action turn: use effects and abilities; you must still sleeve an advancement.")
    return say.t("Your Action turn: use effects and abilities, or end the turn.")


def _sleeve_kind(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("Which kind of advancement do you sleeve?")


def _sleeve_onto(say: Say, view: EdgeView, args: Args) -> str:
    home = content_of(view).locations[str(args["location"])]
    return say.t("{contact}: which copy goes onto which card?", contact=say.name(home.contact.name))


def _choose_one(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("{source}: choose one part.", source=source_name(say, view, args))


def _buy_part(say: Say, view: EdgeView, args: Args) -> str:
    source = source_name(say, view, args)
    if view.pending is None or not view.pending.parts:
        return say.t("{source}: do you pay for the next part?", source=source)
    part = clause_text(say, content_of(view), view.pending.parts[0], view.pending.home)
    return say.t("{source}: do you pay for this part? {part}.", source=source, part=part)


def _discard(say: Say, view: EdgeView, args: Args) -> str:
    return say.t(_DISCARDS[str(args["why"])])


def _reshuffle(say: Say, view: EdgeView, args: Args) -> str:
    return say.t("The deck is depleted: do you reshuffle before the next attack?")


def _defend(say: Say, view: EdgeView, args: Args) -> str:
    damage, reduced = int(args["damage"]), int(args["reduced"])
    card = starter_name(say, str(args["card"]))
    if reduced:
        return say.t(
            "{card} attacks you with {damage} Damage; {left} is left: do you reduce it?",
            card=card, damage=damage, left=max(0, damage - reduced),
        )  # fmt: skip
    return say.t("{card} attacks you with {damage} Damage: do you reduce it?", card=card, damage=damage)


def _operation(key: str) -> Callable[[Say, EdgeView, Args], str]:
    def ask(say: Say, view: EdgeView, args: Args) -> str:
        line = say.t(_OPERATIONS[key], source=source_name(say, view, args))
        left = int(args.get("left", 1))
        if key != "carry_cube" and left > 1:
            line += " " + say.t("(up to {n})", n=left)
        return line

    return ask


QUESTIONS: dict[str, Callable[[Say, EdgeView, Args], str]] = {
    "guild": _guild,
    "pick": _pick,
    "pick_effect": _pick_effect,
    "hall": _hall,
    "draft": _draft,
    "free": _free,
    "sleeve_kind": _sleeve_kind,
    "sleeve_onto": _sleeve_onto,
    "choose_one": _choose_one,
    "buy_part": _buy_part,
    "discard": _discard,
    "reshuffle": _reshuffle,
    "defend": _defend,
    **{key: _operation(key) for key in _OPERATIONS},
}


def prompt_line(say: Say, view: EdgeView, prompt: Prompt) -> str:
    """Return what the seat must decide."""
    return QUESTIONS[prompt.key](say, view, prompt.args)
