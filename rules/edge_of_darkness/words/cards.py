"""Card text, generated from the effect records so that it can't differ from the behaviour.

If `icons`, the text has placeholders instead of words, which pictures draw as icons: "Gain 2{coin}." These placeholders
are arguments of the translated sentences, never part of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile

from rules.edge_of_darkness.content.effects import Clause, Effect, Threat, add_up, prologue_clauses
from rules.edge_of_darkness.content.load import Ability, Content, Location
from rules.edge_of_darkness.content.ops import Cost, Count, Gain, Lose, Op, Pay, PayAgents, PayCard, SendAgents
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import CardWriter, amount_text, condition_text, each_text
from rules.edge_of_darkness.words.names import all_cards, content_of, threats_on
from rules.edge_of_darkness.words.ops import lower, ops_fragments
from rules.edge_of_darkness.words.ops.agents import return_text, send_text, untrain_text
from rules.kernel.words.translation import Translator, capital

#: The present values of amounts in a text that doesn't depend on a match.
UNKNOWN: Mapping[Count, int] = {}


def _price(by: CardWriter, costs: Sequence[Cost]) -> str:
    found: list[str] = []
    for cost in costs:
        if isinstance(cost, Pay):
            found.append(by.say.t("Pay {things}", things=amount_text(by, cost.what, cost.amount)))
        elif isinstance(cost, PayAgents):
            found.append(return_text(by, cost))
        elif isinstance(cost, SendAgents):
            found.append(send_text(by, cost))
        elif isinstance(cost, PayCard):
            found.append(by.say.n("Discard {n} unresolved card", "Discard {n} unresolved cards", cost.count))
        else:
            found.append(untrain_text(by, cost))
    text = found[0]
    for part in found[1:]:
        text = by.say.t("{price} and {other}", price=text, other=lower(part))
    return text


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{part}." for part in parts)


def _fragment(by: CardWriter, clause: Clause, optional: bool = False) -> str:
    """Return a clause as one sentence without a full stop: "If …, pay 1 Coin: gain 2 Reputation, then draw 1 card".

    If `optional`, the text says that the player may pay: "You may pay 1 Coin: …".
    """
    condition = condition_text(by, clause.when) if clause.when else ""
    price = _price(by, clause.cost) if clause.cost else ""
    text = _one_after_another(by, clause.do)
    if clause.each:
        text = each_text(by, text, clause.each)
    if price:
        text = by.say.t("{price}: {does}", price=price, does=lower(text))
    if optional:
        text = by.say.t("You may {part}", part=lower(text))
    if condition:
        text = by.say.t("{condition}, {does}", condition=capital(condition), does=lower(text))
    return text


def _one_after_another(by: CardWriter, ops: Sequence[Op]) -> str:
    listed, *others = ops_fragments(by, ops)
    for part in others:
        listed = by.say.t("{first}, then {last}", first=listed, last=lower(part))
    return listed


def clause_text(
    say: Translator, content: Content, clause: Clause, home: str, now: Mapping[Count, int] = UNKNOWN
) -> str:
    """Return the text of one clause of an effect, for a choice between clauses.

    `now` has the present values of amounts that depend on the position.
    """
    return _fragment(_writer(say, content, home, now=now), clause)


def without_free_costs(clause: Clause) -> Clause:
    """Return a clause without the payments that have come down to nothing."""
    costs = [cost for cost in clause.cost if not isinstance(cost, Pay) or cost.amount != 0]
    return clause.model_copy(update={"cost": costs})


def ops_text(say: Translator, content: Content, ops: Sequence[Op], home: str, icons: bool = False) -> str:
    """Return the text of operations as one sentence, for rewards and for the penalties of a failed defence."""
    return f"{_one_after_another(_writer(say, content, home, icons), ops)}."


def _writer(
    say: Translator,
    content: Content,
    home: str,
    icons: bool = False,
    named: bool = False,
    now: Mapping[Count, int] = UNKNOWN,
) -> CardWriter:
    return CardWriter(say, say.name(content.locations[home].name) if home else "", icons, named, now)


def effect_text(
    say: Translator,
    content: Content,
    effect: Effect,
    home: str = "",
    icons: bool = False,
    timing: str = "turn",
    named: bool = False,
    now: Mapping[Count, int] = UNKNOWN,
) -> str:
    """Return the complete text of an effect.

    `home` is the effect's Location, or "" for a Citizen or Patrician. If `named`, the preceding text has already named
    the Location, so this text says "there". `now` has the present values of amounts that depend on the position.
    """
    by = _writer(say, content, home, icons, named, now)
    if effect.mode == "one" and len(effect.clauses) > 1:
        parts = [lower(_fragment(by, clause)) for clause in effect.clauses]
        text = say.t("Choose one: {parts}.", parts="; ".join([*parts[:-1], say.t("or {last}", last=parts[-1])]))
    else:
        sole = len(effect.clauses) == 1
        whole = sole and timing != "turn"
        text = " ".join(_sentence(by, clause, sole, whole) for clause in effect.clauses)
    return _when(say, text, timing) + _prologue(say, effect)


def _sentence(by: CardWriter, clause: Clause, sole: bool, whole: bool) -> str:
    """Return the text of a clause, as a single sentence if `whole`.

    A clause with a cost says "you may", unless it is the only clause (`sole`).
    """
    if not (clause.cost or clause.when or clause.each or whole):
        return _sentences(ops_fragments(by, clause.do))
    return f"{_fragment(by, clause, optional=bool(clause.cost) and not sole)}."


def _when(say: Translator, text: str, timing: str) -> str:
    if timing == "attacked":
        return say.t("When attacked, {does}", does=lower(text))
    if timing == "start":
        return say.t("At the start of your Action turn, {does}", does=lower(text))
    if timing == "end":
        return say.t("At the end of your Action turn, {does}", does=lower(text))
    if timing == "standing":
        return say.t("Every time you are attacked, {does}", does=lower(text))
    return text


def _prologue(say: Translator, effect: Effect) -> str:
    if effect.prologue == "all":
        return " " + say.t("Can also be used in the prologue.")
    return " " + say.t("Can't be used in the prologue.") if effect.prologue == "none" else ""


def contact_text(
    say: Translator, content: Content, location: Location, icons: bool = False, named: bool = False
) -> str:
    """Return the text of the effect of a Location's contact."""
    contact = location.contact
    return effect_text(say, content, contact.effect, location.id, icons, contact.timing, named)


def prologue_text(
    say: Translator, content: Content, effect: Effect, home: str, icons: bool = False, named: bool = False
) -> str:
    """Return the text of the part of an effect that works in the prologue; "" if nothing does (EOD-PROL.14)."""
    clauses = prologue_clauses(effect)
    if not clauses:
        return ""
    return effect_text(say, content, Effect(mode=effect.mode, clauses=clauses), home, icons, named=named)


def ability_text(
    say: Translator,
    content: Content,
    location: Location,
    icons: bool = False,
    now: Mapping[Count, int] = UNKNOWN,
) -> str:
    """Return the text of a Location's ability; "" if it has none. `now` is as in `effect_text`."""
    ability = location.ability
    if ability is None:
        return ""
    text = effect_text(say, content, ability.effect, location.id, icons, ability.timing, now=now)
    uses = _uses(say, ability)
    return f"{text} {uses}" if uses else text


def _uses(say: Translator, ability: Ability) -> str:
    if ability.timing in ("start", "end", "standing") or ability.uses == 1:
        return ""
    if ability.uses == 0:
        return say.t("Any number of times.")
    return say.n("Up to {n} time.", "Up to {n} times.", ability.uses)


def threat_text(say: Translator, content: Content, threat: Threat, home: str = "", icons: bool = False) -> str:
    """Return the text of a Blight side: Damage, rewards for hunting, and penalties for a failed defence."""
    damage = f"{threat.damage}{{damage}}" if icons else say.t("{n} Damage", n=threat.damage)
    threats = [(home, threat)]
    parts = [f"{damage}.", rewards_text(say, content, threats, icons), penalty_text(say, content, threats, icons)]
    return " ".join(part for part in parts if part)


def rewards_text(say: Translator, content: Content, threats: Iterable[tuple[str, Threat]], icons: bool = False) -> str:
    """Return the text of the rewards for hunting these threats: "Hunted: gain 2 Coins."; "" if there are none."""
    does = _does(say, content, [(home, threat.rewards) for home, threat in threats], icons)
    return say.t("Hunted: {does}", does=does) if does else ""


def penalty_text(say: Translator, content: Content, threats: Iterable[tuple[str, Threat]], icons: bool = False) -> str:
    """Return the text of the penalties for not defending: "Not defended: lose 1 Influence."; "" if there are none."""
    does = _does(say, content, [(home, threat.unless_defended) for home, threat in threats], icons)
    return say.t("Not defended: {does}", does=does) if does else ""


def _does(say: Translator, content: Content, parts: Iterable[tuple[str, Sequence[Op]]], icons: bool) -> str:
    """Return the text of several threats' rewards or penalties.

    The fixed gains and losses at the start of several threats are added up, as the picture adds their icons; all other
    rewards or penalties are listed one by one.
    """
    found = [(home, ops) for home, ops in parts if ops]
    if len(found) > 1:
        fixed = [op for _, ops in found for op in takewhile(_is_fixed, ops)]
        summed = [_sum(kind, [op for op in fixed if isinstance(op, kind)]) for kind in (Gain, Lose)]
        rest = [(home, list(dropwhile(_is_fixed, ops))) for home, ops in found]
        found = [*(("", same) for same in summed if same), *(one for one in rest if one[1])]
    texts = [lower(_one_after_another(_writer(say, content, home, icons), ops)) for home, ops in found]
    return f"{'; '.join(texts)}." if texts else ""


def _is_fixed(op: Op) -> bool:
    return isinstance(op, Gain | Lose) and isinstance(op.amount, int)


def _sum(kind: type[Gain] | type[Lose], ops: Sequence[Gain | Lose]) -> list[Op]:
    sums = add_up((op.what, op.amount) for op in ops if isinstance(op.amount, int))
    return [kind.model_validate({"op": kind.__name__.lower(), "what": what, "amount": n}) for what, n in sums.items()]


def card_penalty(say: Translator, view: EdgeView, card: str) -> str:
    """Return the text of a visible card's penalties for players who don't defend; "" if there are none."""
    found = all_cards(view).get(card)
    return penalty_text(say, content_of(view), threats_on(view, found)) if found else ""
