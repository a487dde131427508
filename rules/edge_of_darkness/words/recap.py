"""The recap: the players' turns in short phrases, made from their events.

Gains and losses follow the effect, hunt, defence or discard that caused them: "Patrician: +2 Coins; 2 × Citizen: +2
Battle Strength". Equal effects of a turn share a phrase.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Literal

from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.words import names
from rules.edge_of_darkness.words.amounts import agents_text
from rules.edge_of_darkness.words.events import change_text, event_card_name
from rules.kernel.data.events import Body
from rules.kernel.words.log_sentences import Log
from rules.kernel.words.recap import Part, Recap, Turn, counted, listed, phrase_per_event, summed
from rules.kernel.words.translation import N_, Translator

PROLOGUE, ASSEMBLY, ACTION = N_("Prologue"), N_("Assembly"), N_("Action")

_MOVED_TO = {
    "under_stack": N_("put {card} under the deck"),
    "street_5": N_("moved {card} to the end of the Street"),
    "hand": N_("took {card} from the Guild Hall"),
    "from_pile": N_("took {card} from the Discard pile"),
    "hall": N_("called {card} home to the Guild Hall"),
    "pile": N_("discarded {card} from the tower"),
    "tower": N_("moved {card} in the tower"),
}
_DISCARDED = {
    "cost": N_("discarded {items} as a cost"),
    "recall": N_("discarded {items} to return Agents"),
    "street": N_("discarded {items} to use a Street effect"),
    "end": N_("discarded {items} at the end"),
}
_LOG = Log(
    {
        "card": ("card", names.starter_name),
        "cards": ("cards", names.starter_names),
        "contact": ("slip", names.contact_name),
        "guild": ("guild", names.guild_name),
    }
)


def begins(body: Body, now: Turn) -> Turn | None:
    """Return the turn that an event starts, or None. Only some events show whose turn it is."""
    match body:
        case events.Attacked():
            now.awaits += len(body.targets)
        case events.Defended():
            now.awaits -= 1
        case events.Picked() | events.Kept():
            return _other(now, body.seat, PROLOGUE)
        case events.PrologueEnded() | events.RoundBegan():
            return Turn() if now.seat is not None else None
        case events.Drafted() | events.DrewCubes() if now.seat == body.seat and now.phase in (PROLOGUE, ACTION):
            # In the prologue and in an Action turn, an effect causes these events. They start no turn.
            return None
        case events.Drafted() | events.DrewCubes():
            return _other(now, body.seat, ASSEMBLY)
        case events.DroppedCubes():
            return Turn(body.seat, ACTION)
        case events.Used() | events.Sleeved() | events.Hunted() if now.awaits <= 0:
            in_prologue = isinstance(body, events.Used) and body.where == "prologue"
            return None if in_prologue else _other(now, body.seat, ACTION)
        case events.Awarded() if now.seat is not None:
            return Turn()
        case events.Discarded() if body.why == "end":
            return _other(now, body.seat, ACTION)
        case _:
            pass
    return None


def _other(now: Turn, seat: int, phase: str) -> Turn | None:
    return None if (now.seat, now.phase) == (seat, phase) else Turn(seat, phase)


# -- effects and their results -----------------------------------------------------------------------------------


def _effect(say: Translator, body: events.Used) -> str:
    """Return the name of a used effect or ability: the contact, the starter's role, or the Location."""
    if not body.slot:
        return names.place_name(say, body.what)
    if body.slip:
        return names.contact_name(say, body.slip)
    starter = names.find_starter(say, body.what)
    return say.t(names.ROLES[starter.role]) if starter is not None else body.slot


def _used(say: Translator, bodies: Sequence[events.Used]) -> str:
    return counted(say, (_effect(say, body) for body in bodies))


def _used_alone(say: Translator, bodies: Sequence[events.Used]) -> str:
    return say.t("used {items}", items=_used(say, bodies))


def _changed(say: Translator, bodies: Sequence[events.Changed]) -> str:
    """Return the text of changes in tokens, or of the number of spaces that the Defense token moved."""
    what, amount = bodies[0].what, sum(body.amount for body in bodies)
    if what != "defence":
        return change_text(say, what, amount)
    n, sign = abs(amount), "+" if amount > 0 else "−"
    return say.n("{sign}{n} space of Defense", "{sign}{n} spaces of Defense", n, sign=sign)


def _worth_telling(_say: Translator, bodies: Sequence[Any]) -> list[Any]:
    """Return the events in the order of cause and effect, without those that another event covers.

    A pick covers the use of its effect at once, a hunt the permission for it, and the Agents that return from a
    Location the use of its defence.
    """
    picked = {(body.seat, body.slip) for body in bodies if isinstance(body, events.Picked)}
    hunters = {body.seat for body in bodies if isinstance(body, events.Hunted)}
    told: list[Any] = []
    for body, following in zip_longest(bodies, bodies[1:]):
        match body:
            case events.Used(where="prologue") if (body.seat, body.slip) in picked:
                pass
            case events.Used(where="defence") if _is_return(following, body.what):
                pass
            case events.MayHunt() if body.seat in hunters:
                pass
            case events.Discarded():
                told.insert(_place_of_discard(told, body), body)
            case _:
                told.append(body)
    return told


def _is_return(body: Any, place: str) -> bool:
    """Return whether an event is about Agents that return from a Location."""
    return isinstance(body, events.MovedAgents) and body.location == place and body.count < 0


def _place_of_discard(told: Sequence[Any], body: events.Discarded) -> int:
    """Return the new index of a discard: it comes before the effect or the Agent that it pays for."""
    last = len(told)
    if body.why == "recall" and told and isinstance(told[-1], events.MovedAgents) and told[-1].seat == body.seat:
        return last - 1
    if body.why in ("street", "cost"):
        used = [index for index, one in enumerate(told) if isinstance(one, events.Used) and one.seat == body.seat]
        last = used[-1] if used else last
        if used and last and isinstance(told[last - 1], events.PaidOwner):
            last -= 1
    return last


def _agents(say: Translator, bodies: Sequence[Any]) -> str:
    count = sum(body.count for body in bodies)
    line = N_("{agents} to {place}") if bodies[0].count > 0 else N_("{agents} back from {place}")
    place = names.place_name(say, bodies[0].location)
    return say.t(line, agents=agents_text(say, abs(count)), place=place)


def _trained(say: Translator, body: events.Trained, count: int) -> str:
    line = N_("trained {agents}") if count > 0 else N_("lost {agents}: untrained again")
    return say.t(line, agents=agents_text(say, abs(count)))


def _paid(say: Translator, body: events.PaidOwner, count: int) -> str:
    coins = say.n("{n} Coin", "{n} Coins", count)
    return say.t("paid {coins} to {player}", coins=coins, player=say.seat(body.owner))


def _picked(say: Translator, body: events.Picked) -> str:
    contact, card = names.contact_name(say, body.slip), names.starter_name(say, body.card)
    return say.t("picked {contact} for {card}", contact=contact, card=card)


def _sleeved(say: Translator, body: events.Sleeved) -> str:
    contact, card = names.contact_name(say, body.slip), names.starter_name(say, body.card)
    return say.t("{contact} into {card}", contact=contact, card=card)


# -- cards ------------------------------------------------------------------------------------------------------


def _cards(say: Translator, body: Any) -> list[str]:
    return [names.starter_name(say, card) for card in body.cards]


def _drafted(say: Translator, bodies: Sequence[Any]) -> str:
    drafted = say.t("drafted {items}", items=counted(say, [name for body in bodies for name in _cards(say, body)]))
    drafted += _goodwill(say, bodies)
    skipped = [names.starter_name(say, card) for body in bodies for card in body.skipped]
    if not skipped:
        return drafted
    return f"{drafted}; {say.t('paid Influence to skip {items}', items=counted(say, skipped))}"


def _drew(say: Translator, bodies: Sequence[Any]) -> str:
    drawn = counted(say, [name for body in bodies for name in _cards(say, body)])
    return say.t("drew {items} from the Street", items=drawn) + _goodwill(say, bodies)


def _moved_card(say: Translator, body: events.MovedCard) -> str:
    return say.t(_MOVED_TO[body.place], card=event_card_name(say, body))


def _goodwill(say: Translator, bodies: Sequence[Any]) -> str:
    total = sum(body.goodwill for body in bodies)
    return f" ({change_text(say, 'goodwill', total)})" if total else ""


def _hunted(say: Translator, bodies: Sequence[events.Hunted]) -> str:
    spent = sum(body.battle for body in bodies)
    cards = counted(say, [name for body in bodies for name in names.event_card_names(say, body.cards, body.threats)])
    if not spent:
        return say.t("defeated {items}", items=cards)
    return say.n("hunted {items} for {n} Battle Strength", "hunted {items} for {n} Battle Strength", spent, items=cards)


# -- cubes and the tower ----------------------------------------------------------------------------------------


def _drew_cubes(say: Translator, bodies: Sequence[Any]) -> str:
    seats = len(say.names) or 4
    cubes = [cube for body in bodies for cube in body.cubes]
    counts = [cubes.count(colour) for colour in range(seats + 1)]
    return say.t("drew from the bag ({cubes})", cubes=names.cubes_text(say, counts))


def _dropped_cubes(say: Translator, bodies: Sequence[Any]) -> str:
    trays = [sum(counts) for counts in zip(*(body.trays for body in bodies), strict=True)]
    landed = [say.t("{n} into tray {tray}", n=count, tray=tray) for tray, count in enumerate(trays, 1) if count]
    return say.t("dropped cubes ({landed})", landed=", ".join(landed))


def _moved_cube(say: Translator, body: events.MovedCube) -> str:
    cube = names.colour_name(say, body.colour, len(say.names) or 4)
    if body.source < 0:
        return say.t("put a set-aside cube ({cube}) into {tray}", cube=cube, tray=names.tray_name(say, body.target))
    source = names.tray_name(say, body.source)
    if not body.target:
        return say.t("set aside a cube ({cube}): {tray}", cube=cube, tray=source)
    return say.t(
        "moved a cube ({cube}): {source} to {tray}", cube=cube, source=source, tray=names.tray_name(say, body.target)
    )


def _attacked(say: Translator, body: events.Attacked) -> str:
    players = say.join([say.seat(seat) for seat in body.targets])
    card = event_card_name(say, body)
    return say.t("{card} attacked {players} for {damage} Damage", card=card, damage=body.damage, players=players)


def _defended(say: Translator, body: events.Defended) -> str:
    if body.success:
        return say.t("fended off the attack")
    return say.t("failed to defend, Defense down to {value}", value=body.value)


def _reshuffled(say: Translator, _body: events.Reshuffled, cards: int) -> str:
    return say.n("the Discard pile was shuffled in ({n} card)", "the Discard pile was shuffled in ({n} cards)", cards)


def _discarded(say: Translator, bodies: Sequence[events.Discarded]) -> str:
    items = counted(say, [name for body in bodies for name in _cards(say, body)])
    return say.t(_DISCARDED[bodies[0].why], items=items)


def _part(role: Literal["cause", "gain"], part: Part) -> Part:
    """Return a part for causes of gains, or for gains."""
    return replace(part, role=role)


_CAUSES = {
    events.Picked: phrase_per_event(_picked, weight=2),
    events.Used: Part(_used, _effect, weight=2, alone=_used_alone),
    events.Hunted: Part(_hunted, lambda _say, body: body, weight=2),
    events.Defended: phrase_per_event(_defended, weight=3),
    events.Discarded: Part(_discarded, lambda _say, body: body.why, weight=2),
}
_GAINS = {
    events.Changed: Part(_changed, lambda _say, body: (body.what, body.amount > 0), weight=2),
    events.MovedAgents: Part(_agents, lambda _say, body: (body.location, body.count > 0), weight=2),
    events.Trained: summed(_trained, lambda body: body.count, weight=2),
    events.Claimed: listed(N_("claimed {items}"), lambda say, body: [event_card_name(say, body)], weight=2),
    events.MayHunt: phrase_per_event(_LOG.t("may hunt"), weight=0),
    events.Drew: Part(_drew),
    events.MovedCard: phrase_per_event(_moved_card),
    events.MovedCube: phrase_per_event(_moved_cube, weight=0),
    events.EmptiedTray: phrase_per_event(_LOG.t("set aside all cubes of tray {n}", n="spot")),
}

RECAP = Recap(
    {
        **{event: _part("cause", part) for event, part in _CAUSES.items()},
        **{event: _part("gain", part) for event, part in _GAINS.items()},
        events.ChoseGuild: phrase_per_event(_LOG.t("leads the {guild}")),
        events.Kept: listed(
            N_("put {items} into their Guild Hall"), lambda say, body: [names.starter_name(say, body.card)]
        ),
        events.Drafted: Part(_drafted, weight=2),
        events.DrewCubes: Part(_drew_cubes, weight=0),
        events.DroppedCubes: Part(_dropped_cubes, weight=0),
        # The result of an attack says nothing without the attack, so they are dropped last, and in order.
        events.Attacked: replace(phrase_per_event(_attacked, weight=3), own_subject=True),
        events.TowerFilled: listed(
            N_("new in the tower: {items}"), lambda say, body: [event_card_name(say, body)], weight=0
        ),
        events.Reshuffled: summed(_reshuffled, lambda body: body.cards, weight=0),
        events.Sleeved: listed(N_("sleeved {items}"), lambda say, body: [_sleeved(say, body)], weight=2),
        events.PaidOwner: summed(_paid, lambda _body: 1, lambda body: body.owner),
    },
    begins,
    worth_telling=_worth_telling,
)
