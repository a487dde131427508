"""The reference of the card language: each kind of record in packs, with examples, and effects of printed cards."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from pydantic import TypeAdapter

from rules.edge_of_darkness.content.effects import Clause, Effect, Threat
from rules.edge_of_darkness.content.load import (
    Ability,
    Board,
    Contact,
    Guild,
    Location,
    NamedThreat,
    Setup,
    Slip,
    Starter,
    Timing,
    base,
)
from rules.edge_of_darkness.content.ops import (
    RIVAL_COUNTS,
    Condition,
    Cost,
    Count,
    CountName,
    Each,
    Gain,
    Op,
    Reduce,
    Train,
)
from rules.edge_of_darkness.words.amounts import CardWriter, per
from rules.edge_of_darkness.words.cards import ability_text, contact_text, effect_text, threat_text
from rules.kernel.content.card_language import (
    Example,
    Family,
    Language,
    Shown,
    Text,
    Vocabulary,
    Written,
    examples,
    kinds,
)
from rules.kernel.content.records import Record, read
from rules.kernel.words.translation import Translator

FOLDER = files("data").joinpath("edge_of_darkness", "language")


class Examples(Record):
    """Reference examples for kinds of records other than cards. Their effects belong to the Location `home`."""

    home: str
    verbs: list[Op]
    prices: list[Cost]
    conditions: list[Condition]
    repeats: list[Each]
    amounts: list[Count]
    parts: list[Clause]
    effects: list[Effect]
    abilities: list[Ability]
    threats: list[Threat]


class Known(Shown):
    """A known effect of a printed contact, ability or threat. Its text names `home`, a built-in Location."""

    home: str
    part: Literal["contact", "ability"] = "contact"
    effect: Effect | None = None
    timing: Timing = "turn"
    uses: int = 1
    threat: Threat | None = None


@cache
def _examples() -> Examples:
    return read(FOLDER, "examples.json", TypeAdapter(Examples))


def _home() -> Location:
    return base().locations[_examples().home]


def _effect(say: Translator, effect: Effect, timing: Timing = "turn") -> str:
    return effect_text(say, base(), effect, _home().id, timing=timing)


def _clause(say: Translator, clause: Clause) -> str:
    return _effect(say, Effect(clauses=[clause]))


def _verb(say: Translator, op: Op) -> str:
    """Return the text of an effect whose only operation is this one."""
    return _effect(say, Effect(clauses=[Clause(do=[op])]), "attacked" if isinstance(op, Reduce) else "turn")


def _price(say: Translator, cost: Cost) -> str:
    return _clause(say, Clause(cost=[cost], do=[Gain(op="gain", what="reputation")]))


def _condition(say: Translator, condition: Condition) -> str:
    return _clause(say, Clause(when=condition, do=[Gain(op="gain", what="reputation")]))


def _each(say: Translator, each: Each) -> str:
    return _clause(say, Clause(do=[Train(op="train")], each=each))


def _amount(say: Translator, amount: Count) -> str:
    return _verb(say, Gain(op="gain", what="coins", amount=amount))


def _ability(say: Translator, ability: Ability) -> str:
    return _ability_of(say, ability, _home())


def _ability_of(say: Translator, ability: Ability, home: Location) -> str:
    return ability_text(say, base(), home.model_copy(update={"ability": ability}))


def _location(say: Translator, location: Location) -> str:
    return " ".join(part for part in (contact_text(say, base(), location), ability_text(say, base(), location)) if part)


def _starter(say: Translator, starter: Starter) -> str:
    return f"{effect_text(say, base(), starter.effect)} {threat_text(say, base(), starter.threat)}"


def _threat(say: Translator, threat: Threat) -> str:
    return threat_text(say, base(), threat, _home().id)


def known() -> list[Known]:
    """Return the known effects of printed cards."""
    return read(FOLDER, "effects.json", TypeAdapter(list[Known]))


def _written(entry: Known) -> Written:
    written = entry.model_dump(mode="json", exclude_unset=True, exclude={*Shown.model_fields, "home", "part"})
    return Written(entry, {entry.part: written} if entry.effect else written, lambda say: _known(say, entry))


def _known(say: Translator, entry: Known) -> str:
    if entry.effect:
        effect, timing = entry.effect, entry.timing
        if entry.part == "contact":
            return effect_text(say, base(), effect, entry.home, timing=timing)
        ability = Ability(effect=effect, timing=timing, uses=entry.uses)
        return _ability_of(say, ability, base().locations[entry.home])
    assert entry.threat
    return threat_text(say, base(), entry.threat, entry.home)


def _per(count: CountName) -> Text:
    return lambda say: per(CardWriter(say, say.name(_home().name), icons=False), count)


def language() -> Language:
    """Return the reference of the card language for this game's packs."""
    shown, content, location = _examples(), base(), _home()
    starter = next(iter(content.starters.values()))
    families = [
        Family(
            "Verbs",
            "What an effect, a reward or a failed defence does. In a pack each is an entry of `do`, `rewards` or"
            " `unless_defended`.",
            kinds(Op),
            examples(shown.verbs, _verb),
        ),
        Family(
            "Prices",
            "What is paid for a part of an effect, as an entry of its `cost`. A part with a price is optional; several"
            " prices are paid together, in full.",
            kinds(Cost),
            examples(shown.prices, _price),
        ),
        Family(
            "Conditions",
            "What must be so, as the `when` of a part, or that part is left out. Other players can be asked for"
            f" {', '.join(f'`{name}`' for name in RIVAL_COUNTS)}.",
            (Condition,),
            examples(shown.conditions, _condition),
        ),
        Family(
            "Amounts that depend on the table",
            "They may stand wherever an amount may be counted, in place of a number.",
            (Count,),
            examples(shown.amounts, _amount),
        ),
        Family(
            "Once for each",
            "How often a part is carried out, as its `each`: once for each of something. Its price is paid once.",
            (Each,),
            examples(shown.repeats, _each),
        ),
        Family(
            "Effects",
            "An effect is made of clauses, its parts: each has what it does, and may have a condition and prices.",
            (Effect, Clause),
            (*examples(shown.effects, _effect), *examples(shown.parts, _clause)),
        ),
        Family(
            "Abilities and threats",
            "An ability is an effect of a Location, with when and how often it works. A threat is the Blight side of a"
            " card.",
            (Ability, Threat),
            (*examples(shown.abilities, _ability), *examples(shown.threats, _threat)),
        ),
        Family(
            "Files",
            "What stands in `locations.json`, `starters.json`, `guilds.json`, `setups.json` and `board.json`.",
            (Location, Contact, Slip, NamedThreat, Starter, Guild, Setup, Board),
            (
                Example(location, lambda say: _location(say, location)),
                Example(location.contact),
                Example(location.slips[0]),
                Example(location.slips[0].threat, lambda say: _threat(say, location.slips[0].threat)),
                Example(starter, lambda say: _starter(say, starter)),
                Example(next(iter(content.guilds.values()))),
                Example(next(iter(content.setups.values()))),
                Example(content.board),
            ),
        ),
    ]
    counted = Vocabulary(
        "What can be counted",
        "The words of `count` in a condition or an amount.",
        {name: _per(name) for name in get_args(CountName)},
    )
    return Language(tuple(families), (counted,), tuple(_written(entry) for entry in known()))
