"""The steps inside an action: cards played, markers taken back, travel, victims, gates and alternatives."""

from __future__ import annotations

from rules.dark_providence.content.fields import Icon
from rules.dark_providence.state import actions
from rules.dark_providence.state.view import AgentView, ProvidenceView
from rules.dark_providence.words import cards as card_text
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.board import sanity_text
from rules.dark_providence.words.names import (
    agent_name,
    agent_view,
    card_name,
    city_name,
    city_view,
    content_of,
    fit,
    holder,
    me,
    owned_agent,
    spot_name,
)
from rules.kernel.words.text import N_, ActionText, Say, clip

#: What the cards played come to, by use.
_RESULTS = {
    "influence": N_("{cards}: places {n}"),
    "recover": N_("{cards}: takes back {n}"),
    "buy": N_("{cards}: buys {n}"),
    "travel": N_("{cards}: Wealth {total} of {needed}"),
    "track": N_("{cards}: moves {n}"),
    "assassinate": N_("{cards}: Force {total} of {needed}"),
    "gate": N_("{cards}: Arcane {total} of {needed}"),
}
#: What of a label the result takes, so that the cards' names fit beside it.
_ROOM = 52


def fewest(view: ProvidenceView, icon: Icon, unit: int, result: int) -> int:
    """Return how many cards of the viewer's hand reach a result at least, the best ones first."""
    cards = content_of(view).cards
    values = sorted((cards[card].icons.get(icon, 0) for card in me(view).hand or []), reverse=True)
    total = count = 0
    for value in values:
        if total // unit >= result:
            break
        total, count = total + value, count + 1
    return count


def pay_text(say: Say, view: ProvidenceView, action: actions.Pay) -> ActionText:
    """Return a set of cards with what it comes to; a star marks the fewest cards for the same."""
    args = view.pending.args if view.pending else {}
    use, icon, unit = str(args.get("use", "")), args.get("icon", "influence"), int(args.get("unit", 1))
    most, given = int(args.get("most", 0)), int(args.get("given", 0))
    cards = content_of(view).cards
    shown = sum(cards[card].icons.get(icon, 0) for card in action.cards)
    result = min(shown // unit, most)
    short = bool(args.get("exact")) and result < most  # of a large hand, cards are named one by one
    least = not short and len(action.cards) <= fewest(view, icon, unit, result)
    names = fit([card_name(say, card) for card in action.cards], _ROOM)
    label = say.t(_RESULTS[use], cards=names, n=result, total=given + shown, needed=given + most)
    told = [say.t("No other cards of your hand do as much with fewer.")] if least else []
    surplus = shown - result * unit
    if surplus:
        told.append(say.n("{n} icon is lost.", "{n} icons are lost.", surplus))
    uneasy = any(cards[card].uneasy for card in action.cards)
    if uneasy:
        told.append(say.t("One of them brings a sanity test of its own."))
    if use == "gate":
        told.append(sanity_text(say, view))
    return ActionText(clip(f"{label} ★" if least else label), " ".join(told), say.t("Payment"))


def take_back_text(say: Say, view: ProvidenceView, action: actions.TakeBack) -> ActionText:
    """Return how many markers come back from where."""
    label = say.t(
        "{markers} from {place}", markers=markers(say, action.count), place=spot_name(say, view, action.target)
    )
    return ActionText(clip(label), "", say.t("Recover"))


def go_to_text(say: Say, view: ProvidenceView, action: actions.GoTo) -> ActionText:
    """Return a destination, with its cost where the question names it."""
    args = view.pending.args if view.pending else {}
    name, costs = city_name(say, action.city), args.get("costs", {})
    cost = costs.get(action.city)
    label = name if cost is None else say.t("{city}: Wealth {n}", city=name, n=cost)
    city = city_view(view, action.city)
    there = ", ".join(owned_agent(say, view, found) for found in view.agents if found.city == city.id)
    detail = say.t("Control point {control}, gate value {gate}.", control=city.control, gate=city.gate)
    if there:
        detail += " " + say.t("Agents there: {agents}.", agents=there)
    return ActionText(clip(label), detail, say.t("Travel"))


# -- assassinations and gates -----------------------------------------------------------------------------------


def _own(view: ProvidenceView, city: str) -> list[AgentView]:
    seat = me(view).seat
    return [agent for agent in view.agents if agent.city == city and agent.owner == seat]


def _hand(view: ProvidenceView, icon: Icon) -> int:
    cards = content_of(view).cards
    return sum(cards[card].icons.get(icon, 0) for card in me(view).hand or [])


def strike_text(say: Say, view: ProvidenceView, action: actions.Strike) -> ActionText:
    """Return an assassination: who, where, with what Force, and what a lead agent's death would mean."""
    victim, actor = agent_view(view, action.victim), agent_name(say, action.actor)
    assert victim is not None
    label = say.t(
        "{city}: {actor} against {victim}",
        city=city_name(say, victim.city), actor=actor, victim=owned_agent(say, view, victim),
    )  # fmt: skip
    control = city_view(view, victim.city).control
    force = sum(agent.force for agent in _own(view, victim.city))
    told = [say.t("Force {needed} is needed: your agents there have {n}.", needed=control, n=force)]
    if force < control:
        told.append(
            say.t("Cards must give {n} more; your hand has {hand}.", n=control - force, hand=_hand(view, "force"))
        )
    told.append(_consequence(say, view, victim))
    return ActionText(clip(label), " ".join(told), say.t("Assassination"))


def _consequence(say: Say, view: ProvidenceView, victim: AgentView) -> str:
    owner = holder(say, view, victim.owner)
    match victim.kind:
        case "lead":
            return say.t(
                "{owner} must reveal the allegiance: as a cultist the lead agent survives, else the game ends.",
                owner=owner,
            )
        case "cultist":
            return say.t("The cultist is revealed and stays; the Great Old One loses 3 VP.")
        case "deep_one":
            return say.t("It goes back to the supply, not to your crypt.")
        case _:
            return say.t("The marker goes to your crypt, and the card leaves the game.")


def work_gate_text(say: Say, view: ProvidenceView, action: actions.WorkGate) -> ActionText:
    """Return a gate action: where, with whom, with what Arcane, and the sanity test that follows."""
    line = (
        N_("Open the gate of {city} with {agent}")
        if action.face == "open"
        else N_("Close the gate of {city} with {agent}")
    )
    label = say.t(line, city=city_name(say, action.city), agent=agent_name(say, action.actor))
    city = city_view(view, action.city)
    arcane = sum(agent.arcane for agent in _own(view, action.city))
    if city.whateleys and _serves(view):
        arcane += city.whateleys
    told = [say.t("Arcane {needed} is needed: your side there has {n}.", needed=city.gate, n=arcane)]
    if arcane < city.gate:
        told.append(
            say.t("Cards must give {n} more; your hand has {hand}.", n=city.gate - arcane, hand=_hand(view, "arcane"))
        )
    told.append(sanity_text(say, view))
    actor = agent_view(view, action.actor)
    if actor is not None and actor.kind != "lead":
        told.append(say.t("Madness would destroy {agent}.", agent=agent_name(say, action.actor)))
    return ActionText(clip(label), " ".join(told), say.t("Gates"))


def _serves(view: ProvidenceView) -> bool:
    """Tell whether the Whateley markers serve the viewer: they come with a mythos card of that seat."""
    mythos = content_of(view).mythos
    return any(
        op.op == "whateley"
        for card in me(view).mythos
        for power in mythos[card].powers
        for ops in power.ways
        for op in ops
    )


def way_text(say: Say, view: ProvidenceView, action: actions.ChooseWay) -> ActionText:
    """Return one of a card's alternatives."""
    pending = view.pending
    card = pending.card if pending else ""
    timing = str(pending.args.get("timing", "")) if pending else ""
    content = content_of(view)
    record = content.mythos.get(card) or content.cards.get(card)
    power = next((power for power in record.powers if power.timing == timing), None) if record else None
    if power is None or action.number >= len(power.ways):
        return ActionText(say.t("Alternative {n}", n=action.number + 1), "", say.t("Choice"))
    text = card_text.way_text(say, content, power, action.number)
    return ActionText(clip(f"{action.number + 1}. {text}"), text, say.t("Choice"))
