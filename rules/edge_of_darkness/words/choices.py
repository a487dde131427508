"""Choices inside an operation, and passing: their words depend on what is being decided."""

from __future__ import annotations

from rules.edge_of_darkness.content.ops import (
    Banish,
    CallHome,
    Claim,
    DelayStreet,
    EmptyTray,
    FetchHall,
    Gather,
    MoveCube,
    Return,
    Salvage,
    SeedCube,
    SinkStreet,
    TakeStreet,
    Withdraw,
)
from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import (
    content_of,
    cubes_text,
    named,
    source_name,
    starter_name,
    starter_names,
    tray_name,
)
from rules.edge_of_darkness.words.ops import agents_text
from rules.kernel.data.actions import Pass
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import N_, ActionText, Say, clip

Words = ActionText

#: What is asked inside an operation, by the key of the question, each with the effect it belongs to.
QUESTIONS = {
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

_UNCHANGED = (N_("Change nothing"), N_("This part of the effect is left."))
#: What passing means, by the question it answers.
_PASSES = {
    "pick_effect": (N_("Leave the effect"), N_("The advancement stays; its effect is not used.")),
    "defend": (N_("Take it as it is"), N_("Nothing more is done against this attack.")),
    "reshuffle": (N_("Wait"), N_("The deck is reshuffled later, at the end of the turn at the latest.")),
    "buy_part": (N_("Leave this part"), N_("It is not paid for and does nothing.")),
    "sleeve_kind": (N_("Sleeve nothing"), N_("No further advancement is sleeved.")),
    "choose_swap_tower": _UNCHANGED,
    "choose_sink_street": _UNCHANGED,
    "choose_delay_street": _UNCHANGED,
    "choose_empty_tray": _UNCHANGED,
    "choose_banish": _UNCHANGED,
}
_DEFAULT_PASS = (N_("No more"), N_("The rest of the effect is left."))


def question(say: Say, view: EdgeView, asked: Prompt) -> str:
    """Return the question about an operation: what is chosen, for which effect, and how often at most."""
    line = say.t(QUESTIONS[asked.key], source=source_name(say, view, asked.args))
    left = int(asked.args.get("left", 1))
    if asked.key != "carry_cube" and left > 1:
        line += " " + say.t("(up to {n})", n=left)
    return line


def pass_text(say: Say, view: EdgeView, action: Pass) -> Words:
    """Return what passing means now."""
    key = view.pending.key if view.pending else ""
    label, detail = _PASSES.get(key, _DEFAULT_PASS)
    return Words(say.t(label), say.t(detail), say.t("Turn"))


def choose_number(say: Say, view: EdgeView, action: actions.ChooseNumber) -> Words:
    """Return how many Agents go or come."""
    pending = view.pending
    moved = agents_text(say, action.number)
    group = say.t("Choice")
    if pending is None or not pending.home:
        return Words(str(action.number), "", group)
    place = say.name(content_of(view).locations[pending.home].name)
    if isinstance(pending.op, Return):
        label = say.t("Return {agents} from {place}", agents=moved, place=place)
    else:
        label = say.t("Dispatch {agents} to {place}", agents=moved, place=place)
    return Words(clip(label), _agents_now(say, view, pending.home), group)


def _agents_now(say: Say, view: EdgeView, home: str) -> str:
    seat = next(iter(view.to_act), 0)
    player = view.players[seat]
    there = player.agents.get(home, 0)
    return say.t("Now: {there} there, {pool} in your pool.", there=there, pool=player.pool)


def choose_card(say: Say, view: EdgeView, action: actions.ChooseCard) -> Words:
    """Return which card is claimed, moved or fetched."""
    name = named(say, view, action.card)
    group = say.t("Choice")
    match view.pending.op if view.pending else None:
        case Claim():
            detail = say.t("It becomes a card of your Guild; {place}.", place=where_lies(say, view, action.card))
            return Words(clip(say.t("Claim {card}", card=name)), detail, group)
        case SinkStreet():
            detail = say.t("It goes under the stack, and the Street is refilled.")
            return Words(clip(say.t("Put {card} under the stack", card=name)), detail, group)
        case DelayStreet():
            detail = say.t("It goes to the end of the Street, with the Influence on it.")
            return Words(clip(say.t("Move {card} back", card=name)), detail, group)
        case TakeStreet():
            detail = say.t("It comes into your hand, and the Street is refilled.")
            return Words(clip(say.t("Take {card}", card=name)), detail, group)
        case CallHome():
            detail = say.t("It waits in your Guild Hall for the next round.")
            return Words(clip(say.t("Call {card} home", card=name)), detail, group)
        case FetchHall() | Salvage():
            return Words(clip(say.t("Take {card}", card=name)), say.t("It comes into your hand."), group)
        case _:
            return Words(clip(name), "", group)


def choose_place(say: Say, view: EdgeView, action: actions.ChoosePlace) -> Words:
    """Return where an Agent goes, or where it comes from."""
    place = say.name(content_of(view).locations[action.location].name)
    one = agents_text(say, 1)
    match view.pending.op if view.pending else None:
        case Withdraw():
            label = say.t("Return {agents} from {place}", agents=one, place=place)
        case Gather():
            label = say.t("Move {agents} away from {place}", agents=one, place=place)
        case _:
            label = say.t("Dispatch {agents} to {place}", agents=one, place=place)
    return Words(clip(label), _agents_now(say, view, action.location), say.t("Choice"))


def lies_in_street(view: EdgeView, card: str) -> bool:
    """Tell whether a card lies on one of the Street's five spaces."""
    return any(found and found.id == card for found in view.street)


def where_lies(say: Say, view: EdgeView, card: str) -> str:
    """Return in words where a card lies."""
    if any(spot.card and spot.card.id == card for spot in view.tower):
        return say.t("it stands in the tower")
    if any(found and found.id == card for found in [*view.street, view.sixth]):
        return say.t("it lies in the Street")
    if any(found.id == card for found in view.discard):
        return say.t("it lies in the Discard pile")
    return say.t("it is in your hand")


def cube_name(say: Say, view: EdgeView, colour: int, tray: int) -> str:
    """Return whose cube it is and where it lies."""
    return say.t("{cube}, {place}", cube=_whose_cube(say, view, colour), place=tray_name(say, tray))


def _whose_cube(say: Say, view: EdgeView, colour: int) -> str:
    if colour >= view.seats:
        return say.t("Black cube")
    return say.t("Cube of {player}", player=say.seat(colour))


def choose_cube(say: Say, view: EdgeView, action: actions.ChooseCube) -> Words:
    """Return which cube is set aside or taken up, or goes into a tray."""
    if view.pending is not None and isinstance(view.pending.op, SeedCube):
        label = say.t("{cube} into tray {n}", cube=_whose_cube(say, view, action.colour), n=action.tray)
        return Words(clip(label), _tray_now(say, view, action.tray), say.t("Choice"))
    label = cube_name(say, view, action.colour, action.tray)
    moves = view.pending is not None and isinstance(view.pending.op, MoveCube)
    detail = say.t("Then choose the tray it goes to.") if moves else say.t("It goes to the set-aside cubes.")
    return Words(clip(label), detail, say.t("Choice"))


def choose_spots(say: Say, view: EdgeView, action: actions.ChooseSpots) -> Words:
    """Return which trays or tower cards are meant."""
    group = say.t("Choice")
    if len(action.spots) == 1:
        return _one_spot(say, view, action.spots[0])
    cards = [spot.card.id for spot in view.tower if spot.card and spot.spot in action.spots]
    label = say.t("Exchange {cards}", cards=starter_names(say, cards))
    detail = "; ".join(
        say.t("{card}: {damage} Damage", card=starter_name(say, spot.card.id), damage=spot.card.damage)
        for spot in view.tower
        if spot.card and spot.spot in action.spots
    )
    return Words(clip(label), f"{detail}.", group)


def _one_spot(say: Say, view: EdgeView, tray: int) -> Words:
    group = say.t("Choice")
    detail = _tray_now(say, view, tray)
    match view.pending.op if view.pending else None:
        case EmptyTray():
            return Words(say.t("Empty tray {n}", n=tray), detail, group)
        case Banish():
            card = next((spot.card for spot in view.tower if spot.spot == tray and spot.card), None)
            name = named(say, view, card.id) if card else say.t("tray {n}", n=tray)
            return Words(clip(say.t("Discard {card}", card=name)), detail, group)
        case _:
            return Words(say.t("To tray {n}", n=tray), detail, group)


def _tray_now(say: Say, view: EdgeView, tray: int) -> str:
    cubes = cubes_text(say, view.tower[tray - 1].cubes) or say.t("no cubes")
    return say.t("There now: {cubes}; it attacks at {n}.", cubes=cubes, n=view.threshold)
