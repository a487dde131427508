"""The words of single operations and amounts, out of which card text is put together: whole sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.content.fields import Amount, Count
from rules.dark_providence.content.ops import Op
from rules.dark_providence.content.records import MI_GO, RLYEH, Content
from rules.kernel.words.text import N_, Say

#: What an amount is counted by, as it follows the amount; and the same as a number of its own.
PER = {
    "cities": N_("for each city you control"),
    "agents": N_("for each of your agents"),
    "recruited": N_("for each of your recruited agents"),
    "mythos": N_("for each of your mythos cards"),
    "crypt": N_("for each agent in your crypt"),
    "gates": N_("for each gate you have opened or closed"),
    "returned": N_("for each of your returned agents"),
    "madness": N_("for each of your Madness tokens"),
    "deep_ones": N_("for each of your Deep Ones"),
}
_LIMITS = {
    "cities": N_("The control point of the city may be no higher than the number of cities you control."),
    "agents": N_("The control point of the city may be no higher than the number of your agents."),
    "recruited": N_("The control point of the city may be no higher than the number of your recruited agents."),
    "mythos": N_("The control point of the city may be no higher than the number of your mythos cards."),
    "crypt": N_("The control point of the city may be no higher than the number of agents in your crypt."),
    "gates": N_("The control point of the city may be no higher than the number of gates you have opened or closed."),
    "returned": N_("The control point of the city may be no higher than the number of your returned agents."),
    "madness": N_("The control point of the city may be no higher than the number of your Madness tokens."),
    "deep_ones": N_("The control point of the city may be no higher than the number of your Deep Ones."),
}
_PLACES = {
    "any": N_("Place {markers} on one city, primary asset or mythos card."),
    "city": N_("Place {markers} on one city."),
    "asset": N_("Place {markers} on one primary asset."),
    "mythos": N_("Place {markers} on one mythos card of the row."),
}
_ACQUIRES = {
    ("city", False): N_("You may acquire a city, whatever influence lies there."),
    ("city", True): N_("You may acquire a city where you have an agent, whatever influence lies there."),
    ("asset", False): N_("You may acquire a face-up primary asset, whatever influence lies on it."),
    ("asset", True): N_(
        "You may acquire the primary asset of a city where you have an agent, whatever influence lies on it."
    ),
    ("mythos", False): N_("You may acquire a mythos card of the row, whatever influence lies on it."),
    ("mythos", True): N_("You may acquire a mythos card of the row, whatever influence lies on it."),
}
_LOCKS = {
    "place": N_("Place {lock}."),
    "remove": N_("Remove {lock}."),
    "either": N_("Place or remove {lock}."),
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, a form (words, or tokens of icons) and the pack."""

    say: Say
    content: Content
    icons: bool


# -- amounts ------------------------------------------------------------------------------------------------


def markers(say: Say, n: int, icons: bool = False) -> str:
    """Return a number of influence markers, as the object of a sentence."""
    return f"{n}{{influence}}" if icons else say.n("{n} influence marker", "{n} influence markers", n)


def points(say: Say, n: int, icons: bool = False) -> str:
    """Return a number of VP, as the object of a sentence."""
    return f"{n}{{vp}}" if icons else say.t("{n} VP", n=n)


def gain_text(say: Say, amount: Amount, icons: bool = False) -> str:
    """Return how VP are gained or lost, by a number or for each thing counted."""
    if isinstance(amount, int):
        line = N_("Gain {points}.") if amount >= 0 else N_("Lose {points}.")
        return say.t(line, points=points(say, abs(amount), icons))
    line = N_("Gain {points} {per}.") if amount.times >= 0 else N_("Lose {points} {per}.")
    per = say.t(PER[amount.count])
    if amount.most < Count.model_fields["most"].default:
        per = say.t("{per} (at most {n})", per=per, n=abs(amount.times) * amount.most)
    return say.t(line, points=points(say, abs(amount.times), icons), per=per)


# -- operations: the common card actions ----------------------------------------------------------------------


def _deed(by: Speaker, icon: str, words: str, any_agent: bool) -> str:
    deed = icon if by.icons else by.say.t(words)
    return by.say.t("{deed} with any of your agents." if any_agent else "{deed} with this agent.", deed=deed)


def _assassinate(by: Speaker, op: ops.Assassinate) -> str:
    text = _deed(by, "{assassinate}", N_("Assassinate an agent"), op.any_agent)
    return f"{text} {by.say.t('The victim may be a returned agent.')}" if op.returned else text


_GATES = {
    "open": ("{gate_open}", N_("Open a gate")),
    "close": ("{gate_shut}", N_("Close a gate")),
    "either": ("{gate_open}/{gate_shut}", N_("Open or close a gate")),
}


def _gate(by: Speaker, op: ops.Gate) -> str:
    return _deed(by, *_GATES[op.face], op.any_agent)


def _lock(by: Speaker, op: ops.Lock) -> str:
    return by.say.t(_LOCKS[op.mode], lock="{lock}" if by.icons else by.say.t("a lock"))


# -- operations without a choice ------------------------------------------------------------------------------


def _vp(by: Speaker, op: ops.GainVp) -> str:
    return gain_text(by.say, op.amount, by.icons)


def _draw(by: Speaker, op: ops.Draw) -> str:
    return by.say.n("Draw {n} card.", "Draw {n} cards.", op.count)


def _actions(by: Speaker, op: ops.Actions) -> str:
    return by.say.n("You have {n} more action this turn.", "You have {n} more actions this turn.", op.count)


def _pool(by: Speaker, op: ops.Pool) -> str:
    return by.say.t("Take {markers} from the common pool.", markers=markers(by.say, op.count, by.icons))


def track_text(say: Say, track: str, by: int, icons: bool = False) -> str:
    """Return how a track's marker moves."""
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


def _track(by: Speaker, op: ops.Meddle) -> str:
    return track_text(by.say, op.track, op.by, by.icons)


def _rivals_discard(by: Speaker, op: ops.RivalsDiscard) -> str:
    return by.say.n(
        "Each other player discards {n} random card.", "Each other player discards {n} random cards.", op.count
    )


def _row(by: Speaker, op: ops.Row) -> str:
    return by.say.n("Add {n} mythos card to the row.", "Add {n} mythos cards to the row.", op.count)


def _calm(by: Speaker, op: ops.Calm) -> str:
    tokens = by.say.n("{n} Madness token", "{n} Madness tokens", op.count)
    return by.say.t("Put {tokens} of yours back into the bag.", tokens=f"{op.count}{{madness}}" if by.icons else tokens)


def _sanity(by: Speaker, op: ops.SanityTest) -> str:
    return by.say.t("Take a sanity test.")


def _rlyeh(by: Speaker, op: ops.Rlyeh) -> str:
    card = by.content.cards.get(RLYEH)
    name = by.say.name(card.name) if card else RLYEH
    return by.say.t("Put the city card {card}, wherever it is, on your discard pile.", card=name)


# -- operations that ask for a choice -------------------------------------------------------------------------


def _rival_vp(by: Speaker, op: ops.RivalVp) -> str:
    return by.say.t("Another player of your choice loses {points}.", points=points(by.say, op.amount, by.icons))


def _place(by: Speaker, op: ops.Place) -> str:
    return by.say.t(_PLACES[op.at], markers=markers(by.say, op.count, by.icons))


def _recover(by: Speaker, op: ops.Recover) -> str:
    return by.say.t("Recover {markers}.", markers=markers(by.say, op.count, by.icons))


def _move(by: Speaker, op: ops.Move) -> str:
    if op.reach == "any":
        return by.say.n(
            "You may move {n} of your agents to any city without paying.",
            "You may move up to {n} of your agents to any cities without paying.", op.count,
        )  # fmt: skip
    return by.say.n(
        "You may move {n} of your agents to an adjacent city without paying.",
        "You may move up to {n} of your agents to adjacent cities without paying.", op.count,
    )  # fmt: skip


def _return_agents(by: Speaker, op: ops.TurnAgents) -> str:
    if op.whose == "own":
        return by.say.n(
            "You may turn {n} of your agents to the returned side.",
            "You may turn up to {n} of your agents to the returned side.", op.count,
        )  # fmt: skip
    return by.say.n(
        "You may turn {n} agent of any player to the returned side.",
        "You may turn up to {n} agents of any players to the returned side.", op.count,
    )  # fmt: skip


def _acquire(by: Speaker, op: ops.Acquire) -> str:
    say = by.say
    parts = [say.t(_ACQUIRES[op.what, op.here])]
    if op.locked:
        parts.append(say.t("A lock does not prevent it."))
    if isinstance(op.most, Count):
        parts.append(say.t(_LIMITS[op.most.count]))
    elif op.most < ops.Acquire.model_fields["most"].default:
        parts.append(say.t("The control point of the city may be no higher than {n}.", n=op.most))
    return " ".join(parts)


def _deep_ones(by: Speaker, op: ops.DeepOnes) -> str:
    return by.say.n(
        "Place {n} Deep One in a city where you have an agent.",
        "Place {n} Deep Ones in cities where you have an agent.", op.count,
    )  # fmt: skip


def _drive_off(by: Speaker, op: ops.DriveOff) -> str:
    return by.say.t(
        "You may return up to {markers} of another player from one city or card to that player's supply.",
        markers=markers(by.say, op.count, by.icons),
    )


def _destroy_asset(by: Speaker, op: ops.DestroyAsset) -> str:
    return by.say.t("You may destroy a face-up primary asset.")


def _peek(by: Speaker, op: ops.Peek) -> str:
    return by.say.t("Look in secret at another player's allegiance card.")


def _unmask(by: Speaker, op: ops.Unmask) -> str:
    return by.say.t("Another player of your choice reveals the allegiance card.")


def _stock(by: Speaker, op: ops.Stock) -> str:
    look = by.say.n("Look at {n} card of the secret stock.", "Look at {n} cards of the secret stock.", op.look)
    return f"{look} {by.say.t('You may acquire one; an agent joins your lead agent.')}"


def _fetch(by: Speaker, op: ops.Fetch) -> str:
    return by.say.n(
        "You may take {n} card from your discard pile into your hand.",
        "You may take up to {n} cards from your discard pile into your hand.", op.count,
    )  # fmt: skip


def _purge(by: Speaker, op: ops.Purge) -> str:
    return by.say.n("You may destroy {n} card of your hand.", "You may destroy up to {n} cards of your hand.", op.count)


def _martial_law(by: Speaker, op: ops.MartialLaw) -> str:
    return by.say.t("Put the martial-law marker on a city: nobody can travel there.")


def _cthulhu(by: Speaker, op: ops.Cthulhu) -> str:
    return by.say.t(
        "Put Cthulhu on a city: whoever controls it loses it, and nobody can travel, place influence or acquire there."
    )


def whateley_text(say: Say, n: int, icons: bool = False) -> str:
    """Return what so many Whateley markers do."""
    arcane = "1{arcane}" if icons else say.t("1 Arcane")
    return say.n(
        "Put {n} Whateley marker on a city: it adds {arcane} to your gate actions there.",
        "Put {n} Whateley markers on cities: each adds {arcane} to your gate actions there.", n, arcane=arcane,
    )  # fmt: skip


def _whateley(by: Speaker, op: ops.Whateley) -> str:
    return whateley_text(by.say, 1, by.icons)


def _mi_go(by: Speaker, op: ops.MiGo) -> str:
    card = by.content.mythos.get(MI_GO)
    name = by.say.name(card.name) if card else MI_GO
    return by.say.t("Put {agent}, from now on your agent, on a city.", agent=name)


#: How each operation reads.
OP_TEXT: dict[type[Any], Callable[[Speaker, Any], str]] = {
    ops.Assassinate: _assassinate,
    ops.Gate: _gate,
    ops.Lock: _lock,
    ops.GainVp: _vp,
    ops.Draw: _draw,
    ops.Actions: _actions,
    ops.Pool: _pool,
    ops.Meddle: _track,
    ops.RivalsDiscard: _rivals_discard,
    ops.Row: _row,
    ops.Calm: _calm,
    ops.SanityTest: _sanity,
    ops.Rlyeh: _rlyeh,
    ops.RivalVp: _rival_vp,
    ops.Place: _place,
    ops.Recover: _recover,
    ops.Move: _move,
    ops.TurnAgents: _return_agents,
    ops.Acquire: _acquire,
    ops.DeepOnes: _deep_ones,
    ops.DriveOff: _drive_off,
    ops.DestroyAsset: _destroy_asset,
    ops.Peek: _peek,
    ops.Unmask: _unmask,
    ops.Stock: _stock,
    ops.Fetch: _fetch,
    ops.Purge: _purge,
    ops.MartialLaw: _martial_law,
    ops.Cthulhu: _cthulhu,
    ops.Whateley: _whateley,
    ops.MiGo: _mi_go,
}


def op_text(by: Speaker, op: Op) -> str:
    """Return one operation as a sentence."""
    return OP_TEXT[type(op)](by, op)


def ops_text(by: Speaker, way: Sequence[Op]) -> str:
    """Return the operations of a branch as sentences, in order; several Whateley markers in a row are told at once."""
    found: list[str] = []
    for kind, row in groupby(way, type):
        same = list(row)
        if kind is ops.Whateley:
            found.append(whateley_text(by.say, len(same), by.icons))
        else:
            found += [op_text(by, op) for op in same]
    return " ".join(found)
