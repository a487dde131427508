"""Choices inside an effect: their words depend on the operation, or on the step, that asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.content import ops
from rules.dark_providence.content.ops import Op
from rules.dark_providence.effects.tracks import OLD_ONE
from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.board import sanity_text
from rules.dark_providence.words.cards import asset_text, mythos_text
from rules.dark_providence.words.names import (
    agent_name,
    asset_city,
    card_name,
    city_name,
    city_view,
    content_of,
    holder,
    marks_text,
    me,
    old_one_name,
    placed_agent,
    spot_name,
)
from rules.dark_providence.words.ops import markers
from rules.kernel.words.text import N_, ActionText, Say, clip

#: How an option reads: say, view, record of the operation, option.
Told = Callable[[Say, ProvidenceView, Any, str], str]


def line_of(text: str) -> str:
    """Return card text of several lines as one."""
    return " ".join(line if line.endswith((".", ":")) else f"{line}." for line in text.split("\n"))


def card_lines(say: Say, view: ProvidenceView, card: str) -> str:
    """Return the text of an asset or mythos card, as far as it matters in this match."""
    content = content_of(view)
    mythos = content.mythos.get(card)
    if mythos:
        return mythos_text(say, content, mythos, solo=view.old_one is not None)
    return asset_text(say, content, content.cards[card])


# -- what an option is ----------------------------------------------------------------------------------------


def rival_name(say: Say, view: ProvidenceView, option: str) -> str:
    """Return the player, the Great Old One or the cultist that an option names."""
    if option == OLD_ONE:
        return old_one_name(say, view.old_one.id) if view.old_one else say.t("Great Old One")
    return agent_name(say, option) if is_cultist(option) else say.seat(int(option))


def _rival_vp(say: Say, view: ProvidenceView, op: ops.RivalVp, option: str) -> str:
    return say.t("{player} loses {n} VP", player=rival_name(say, view, option), n=op.amount)


def _place(say: Say, view: ProvidenceView, op: ops.Place, option: str) -> str:
    count = min(op.count, me(view).supply)
    return say.t("{markers} on {target}", markers=markers(say, count), target=spot_name(say, view, option))


def _move(say: Say, view: ProvidenceView, op: ops.Move, option: str) -> str:
    mover = str(view.pending.args.get("mover", "")) if view.pending else ""
    if mover:
        return say.t("{agent} to {city}", agent=agent_name(say, mover), city=city_name(say, option))
    return say.t("Move {agent}", agent=placed_agent(say, view, option))


def _turn(say: Say, view: ProvidenceView, op: ops.TurnAgents, option: str) -> str:
    return say.t("Turn {agent}", agent=placed_agent(say, view, option, owner=True))


def _acquire(say: Say, view: ProvidenceView, op: ops.Acquire, option: str) -> str:
    return say.t("Acquire {target}", target=spot_name(say, view, option))


def _deep_one(say: Say, view: ProvidenceView, op: ops.DeepOnes, option: str) -> str:
    return say.t("Deep One in {city}", city=city_name(say, option))


def _drive_off(say: Say, view: ProvidenceView, op: ops.DriveOff, option: str) -> str:
    target, _, owner = option.rpartition("/")
    count = min(op.count, _marks(view, target)[int(owner)])
    return say.t(
        "{markers} of {player} off {target}",
        markers=markers(say, count), player=holder(say, view, int(owner)), target=spot_name(say, view, target),
    )  # fmt: skip


def _destroy(say: Say, view: ProvidenceView, op: ops.DestroyAsset, option: str) -> str:
    return say.t("Destroy {card}", card=spot_name(say, view, option))


def _purge(say: Say, view: ProvidenceView, op: ops.Purge, option: str) -> str:
    return say.t("Destroy {card}", card=card_name(say, option))


def _peek(say: Say, view: ProvidenceView, op: ops.Peek, option: str) -> str:
    return say.t("Look at {player}'s allegiance", player=rival_name(say, view, option))


def _unmask(say: Say, view: ProvidenceView, op: ops.Unmask, option: str) -> str:
    return say.t("{player} must reveal", player=rival_name(say, view, option))


def _fetch(say: Say, view: ProvidenceView, op: ops.Fetch, option: str) -> str:
    return say.t("Take {card}", card=card_name(say, option))


def _martial_law(say: Say, view: ProvidenceView, op: ops.MartialLaw, option: str) -> str:
    return say.t("Martial law in {city}", city=city_name(say, option))


def _cthulhu(say: Say, view: ProvidenceView, op: ops.Cthulhu, option: str) -> str:
    return say.t("Cthulhu in {city}", city=city_name(say, option))


def _whateley(say: Say, view: ProvidenceView, op: ops.Whateley, option: str) -> str:
    return say.t("Whateley marker in {city}", city=city_name(say, option))


def _mi_go(say: Say, view: ProvidenceView, op: ops.MiGo, option: str) -> str:
    return say.t("{agent} in {city}", agent=agent_name(say, "mi_go"), city=city_name(say, option))


def _lock(say: Say, view: ProvidenceView, op: ops.Lock, option: str) -> str:
    mode, _, target = option.partition("/")
    line = N_("Lock {target}") if mode == "place" else N_("Unlock {target}")
    return say.t(line, target=spot_name(say, view, target))


# -- what will happen -----------------------------------------------------------------------------------------


def _marks(view: ProvidenceView, target: str) -> list[int]:
    for city in view.cities:
        if city.id == target:
            return city.marks
        if city.asset == target:
            return city.asset_marks
    return next((card.marks for card in view.row if card.id == target), [0] * 5)


def influence_now(say: Say, view: ProvidenceView, target: str) -> str:
    """Return everybody's influence on a target, agents included."""
    city = next((city for city in view.cities if city.id == target), None)
    there = marks_text(say, view, city.totals if city else _marks(view, target))
    if not there:
        return say.t("Nobody has influence there yet.")
    return (
        say.t("Influence there now, agents included: {marks}.", marks=there)
        if city
        else say.t("Influence there now: {marks}.", marks=there)
    )


def gain_of(say: Say, view: ProvidenceView, gain: int) -> str:
    """Return what VP make of the viewer's total, and whether that ends the game."""
    total = me(view).vp + gain
    text = say.t("You gain {gain} VP and have {total}.", gain=gain, total=total)
    if total >= view.threshold:
        text += " " + say.t("That ends the game.")
    return text


def acquiring(say: Say, view: ProvidenceView, target: str) -> str:
    """Return what acquiring this brings."""
    content = content_of(view)
    record = content.record(target)
    if target in content.mythos:
        told = [say.t("It stays beside your board.")]
    elif target in content.cities:
        told = _taking_city(say, view, target)
    else:
        told = _taking_asset(say, view, target)
    own = _marks(view, target)[me(view).seat]
    if own:
        told.append(say.n("Your {n} marker there goes to Limbo.", "Your {n} markers there go to Limbo.", own))
    told.append(line_of(card_lines(say, view, target)))
    return " ".join([*told, *([sanity_text(say, view)] if record.sanity else [])])


def _taking_city(say: Say, view: ProvidenceView, target: str) -> list[str]:
    city = city_view(view, target)
    told = [gain_of(say, view, city.control)]
    if city.controller is not None:
        told.append(say.t("{player} loses {n} VP.", player=holder(say, view, city.controller), n=city.control))
    return [*told, say.t("You get the city card.")]


def _taking_asset(say: Say, view: ProvidenceView, target: str) -> list[str]:
    told, city = [say.t("It goes to your discard pile.")], asset_city(view, target)
    if content_of(view).cards[target].agent:
        where = say.t("The agent starts in {city}.", city=city_name(say, city))
        told.append(where if city else say.t("The agent joins your lead agent."))
    return told


def _acquire_detail(say: Say, view: ProvidenceView, op: ops.Acquire, option: str) -> str:
    return acquiring(say, view, option)


def _place_detail(say: Say, view: ProvidenceView, op: ops.Place, option: str) -> str:
    return influence_now(say, view, option)


def _cthulhu_detail(say: Say, view: ProvidenceView, op: ops.Cthulhu, option: str) -> str:
    city = city_view(view, option)
    if city.controller is None:
        return say.t("Nobody controls that city.")
    return say.t("{player} loses the city and {n} VP.", player=holder(say, view, city.controller), n=city.control)


def _purge_detail(say: Say, view: ProvidenceView, op: ops.Purge, option: str) -> str:
    return say.t("It leaves the game; nothing is drawn for it.")


def _destroy_detail(say: Say, view: ProvidenceView, op: ops.DestroyAsset, option: str) -> str:
    return say.t("Influence on it goes back to its owners; the next card of the stack is turned up.")


def _lock_detail(say: Say, view: ProvidenceView, op: ops.Lock, option: str) -> str:
    if option.startswith("place/"):
        left = say.n("{n} lock is left afterwards.", "{n} locks are left afterwards.", view.locks - 1)
        return f"{say.t('Nobody can acquire it while it is locked.')} {left}"
    return say.t("It can be acquired again.")


# -- what each verb asks --------------------------------------------------------------------------------------


def _no_detail(say: Say, view: ProvidenceView, op: Op, option: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """The words of a verb's choice: its question, what an option is, and what will happen then."""

    question: str
    option: Told
    detail: Told = _no_detail
    #: One choice takes all that the verb counts, so that there is never more to choose.
    at_once: bool = False


CHOICES: dict[type[Any], ChoiceWords] = {
    ops.Move: ChoiceWords(N_("{card}: which agent moves?"), _move),
    ops.TurnAgents: ChoiceWords(N_("{card}: which agent is turned to the returned side?"), _turn),
    ops.DeepOnes: ChoiceWords(N_("{card}: where does the Deep One come up?"), _deep_one),
    ops.MiGo: ChoiceWords(N_("{card}: in which city does it appear?"), _mi_go),
    ops.Fetch: ChoiceWords(N_("{card}: which card do you take into your hand?"), _fetch),
    ops.Purge: ChoiceWords(N_("{card}: which card of your hand is destroyed?"), _purge, _purge_detail),
    ops.Acquire: ChoiceWords(N_("{card}: what do you acquire?"), _acquire, _acquire_detail),
    ops.DestroyAsset: ChoiceWords(N_("{card}: which primary asset is destroyed?"), _destroy, _destroy_detail),
    ops.Lock: ChoiceWords(N_("{card}: which lock is placed or removed?"), _lock, _lock_detail),
    ops.MartialLaw: ChoiceWords(N_("{card}: in which city is martial law declared?"), _martial_law),
    ops.Cthulhu: ChoiceWords(N_("{card}: in which city does Cthulhu rise?"), _cthulhu, _cthulhu_detail),
    ops.Whateley: ChoiceWords(N_("{card}: in which city does a Whateley marker go?"), _whateley),
    ops.Place: ChoiceWords(N_("{card}: where do the markers go?"), _place, _place_detail, at_once=True),
    ops.DriveOff: ChoiceWords(N_("{card}: whose markers are driven off, and where?"), _drive_off, at_once=True),
    ops.Peek: ChoiceWords(N_("{card}: whose allegiance do you look at?"), _peek),
    ops.Unmask: ChoiceWords(N_("{card}: who must reveal the allegiance?"), _unmask),
    ops.RivalVp: ChoiceWords(N_("{card}: who loses VP?"), _rival_vp),
}
#: The same by the operation's name: a prompt carries no records.
_BY_NAME = {get_args(kind.model_fields["op"].annotation)[0]: words for kind, words in CHOICES.items()}


def question(say: Say, op: str, card: str, left: int) -> str:
    """Return what an operation asks, and how often it may still be chosen."""
    words = _BY_NAME[op]
    line = say.t(words.question, card=card)
    return line if words.at_once or left <= 1 else f"{line} {say.t('(up to {n} more)', n=left)}"


# -- actions --------------------------------------------------------------------------------------------------


def chosen(say: Say, view: ProvidenceView, option: str) -> str:
    """Return what an option of the viewer's choice is, in a few words."""
    pending = view.pending
    if pending is not None and pending.op is not None:
        return CHOICES[type(pending.op)].option(say, view, pending.op, option)
    match pending.key if pending else "":
        case "stock":
            return say.t("Acquire {target}", target=card_name(say, option))
        case "victim":
            return say.t("{agent} is the victim", agent=placed_agent(say, view, option))
        case "second":
            return say.t("{markers} on {target}", markers=markers(say, 1), target=spot_name(say, view, option))
        case _:
            return spot_name(say, view, option)


def choose_text(say: Say, view: ProvidenceView, action: Choose) -> ActionText:
    """Return an option of the choice that waits."""
    return ActionText(clip(chosen(say, view, action.option)), _detail(say, view, action.option), say.t("Choice"))


def _detail(say: Say, view: ProvidenceView, option: str) -> str:
    """Return what will happen when this option of the viewer's choice is taken."""
    pending = view.pending
    if pending is not None and pending.op is not None:
        return CHOICES[type(pending.op)].detail(say, view, pending.op, option)
    match pending.key if pending else "":
        case "stock":
            return acquiring(say, view, option)
        case "second":
            return influence_now(say, view, option)
        case _:
            return ""


#: What "nothing more" means, by the question it answers.
_DONE = {
    "pay": (N_("Play these cards"), N_("The cards named so far are played.")),
    "travel": (N_("Travel now"), N_("Nobody else travels; {n} Wealth is paid.")),
    "discard": (N_("Discard these cards"), N_("They go to your discard pile; nothing is drawn for them now.")),
    "second": (N_("No further marker"), N_("No other primary asset gets a marker.")),
    "stock": (N_("Acquire none"), N_("All cards found go back to the secret stock.")),
    "react": (N_("No reaction"), N_("The reaction is not used.")),
}
_DEFAULT_DONE = (N_("Nothing more"), N_("The rest of this choice is left."))


def done_text(say: Say, view: ProvidenceView, action: Done) -> ActionText:
    """Return what choosing nothing more means now."""
    key = view.pending.key if view.pending else ""
    label, detail = _DONE.get(key, _DEFAULT_DONE)
    args = view.pending.args if view.pending else {}
    told = say.t(detail, n=int(args.get("cost", 0))) if key == "travel" else say.t(detail)
    return ActionText(say.t(label), told, say.t("Choice"))
