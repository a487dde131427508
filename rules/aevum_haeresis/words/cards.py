"""Card text, generated from the cards' records so that it always matches the cards' behaviour (AH-DATA.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.aevum_haeresis.board.targets import target_of
from rules.aevum_haeresis.content.effects import Ability
from rules.aevum_haeresis.content.ops import MANOEUVRES as ICONS
from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.content.records import Card, Content
from rules.aevum_haeresis.words.amounts import UNTIL, CardWriter, cost_text, counters, gold, keyword_name, signed
from rules.aevum_haeresis.words.counts import conditions_text
from rules.aevum_haeresis.words.names import ATTACHMENTS, FACTIONS, MANOEUVRES, TIMES, TYPES, join_lines, window_names
from rules.aevum_haeresis.words.occasions import occasion_text
from rules.aevum_haeresis.words.ops import ops_text
from rules.aevum_haeresis.words.passives import passive_text
from rules.aevum_haeresis.words.targets import is_thing, only_participants, target_text
from rules.kernel.words.translation import N_, Translator, capital

#: The heading of each kind of ability.
KINDS = {
    "heresy": N_("Heresy"),
    "dem": N_("Deus Ex Machina"),
    "imr": N_("In Medias Res"),
    "start": N_("Start of the Round"),
    "when": N_("Each time"),
}
STATUS_QUO = N_("Status Quo")
_ROWS: dict[tuple[str, ...], str] = {
    ("enlistment",): N_("Only from the Enlistment row."),
    ("conflict",): N_("Only from the Conflict row."),
    (): N_("Not from a row."),
}
#: Texts that say which rows a card can be played from, for cards that can also be played by Deus Ex Machina.
_ROWS_OR_DEM: dict[tuple[str, ...], str] = {
    ("enlistment",): N_("From the Enlistment row or by Deus Ex Machina."),
    ("conflict",): N_("From the Conflict row or by Deus Ex Machina."),
    (): N_("Not from a row."),
}
#: The windows that open during a Conflict.
_FIGHTING = frozenset({"chapter_revealed", "chapter_paid", "conflict_end", "consequences_done"})
#: The windows of the Plot phase. If a card can be used in all of them, its text says "in the Plot phase".
_PLOT: frozenset[str] = frozenset(
    {"heresy_paid", "heresy_resolved", "manoeuvre_announced", "conflict_end", "consequences_done",
     "conflict_time_advanced", "pass_declared"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of a card's text: the icon beside it, its heading and its text.

    The icon is heresy, dem, imr, start, when, status_quo, skull, attachment, time, limit or counter; "" for the effect
    of the card itself.
    """

    sign: str
    head: str
    text: str

    def __str__(self) -> str:
        return f"{self.head}: {self.text}" if self.head and self.text else self.head or self.text


_LIMITS = {"round": N_("once a Round"), "game": N_("once a game")}


# -- parts of a line --------------------------------------------------------------------------------------------


def ability_head(by: CardWriter, ability: Ability, *, heads: bool = True) -> str:
    """Return an ability's heading with time and cost: "Deus Ex Machina, after a Pass, once a Round (1 gold)"."""
    say = by.say
    parts = [say.t(KINDS[ability.kind])] if heads and ability.when is None else []
    if ability.when is not None:
        parts.append(occasion_text(by, ability.when))
    if ability.windows:
        parts.append(window_times(say, ability.windows))
    if ability.limit in _LIMITS:
        parts.append(say.t(_LIMITS[ability.limit]))
    if ability.conditions:
        parts.append(say.t("if {condition}", condition=conditions_text(by, ability.conditions)))
    cost = cost_text(by, ability.cost)
    text = ", ".join(parts) + (f" ({cost})" if cost else "") if parts else cost
    return text if heads else capital(text)


def window_times(say: Translator, windows: Iterable[str]) -> str:
    """Return when these windows open: "in every window", "in the Plot phase", or a list of their names."""
    found = [window for window in WINDOWS if window in set(windows)]
    if not found or len(found) == len(WINDOWS):
        return say.t("in every window")
    if frozenset[str](found) == _PLOT:
        return say.t("in the Plot phase")
    return window_names(say, found)


def ability_text(say: Translator, content: Content, card: Card, number: int, icons: bool = False) -> str:
    """Return the effect of an ability, without its heading."""
    return ops_text(_of_ability(say, content, card, icons), card.abilities[number].do)


def _of_ability(say: Translator, content: Content, card: Card, icons: bool) -> CardWriter:
    return CardWriter(say, content, icons, "ability", bearer=card.attachment is not None)


def ability_line(say: Translator, content: Content, card: Card, number: int, icons: bool = False) -> str:
    """Return the heading and the effect of an ability."""
    by = _of_ability(say, content, card, icons)
    return f"{ability_head(by, card.abilities[number])}: {ability_text(say, content, card, number, icons)}"


def icons_text(say: Translator, card: Card, icons: bool = False) -> str:
    """Return a character's manoeuvre icons, such as "Plunder 1, Recruit 2"."""
    counts = [(icon, getattr(card.icons, icon)) for icon in ICONS]
    if icons:
        return " ".join(f"{n}{{{icon}}}" for icon, n in counts if n)
    return ", ".join(f"{say.t(MANOEUVRES[icon])} {n}" for icon, n in counts if n) or say.t("none")


_BAND = {
    ("white", False): N_("white {type}"),
    ("white", True): N_("white {type} with skull"),
    ("black", False): N_("black {type}"),
    ("none", False): N_("no {type}"),
}


def band_text(say: Translator, card: Card) -> str:
    """Return a Story's icon band as text (AH-ICON.1 to ICON.6)."""
    places = [(icon, getattr(card.band, icon)) for icon in ICONS]
    return ", ".join(
        say.t(_BAND.get((place.colour, place.skull), N_("no {type}")), type=say.t(MANOEUVRES[icon]))
        for icon, place in places
    )


def track_text(say: Translator, track: tuple[int, int, int, int]) -> str:
    """Return the numbers of a track, each after the name of its time of day."""
    return ", ".join(f"{say.t(time)} {n}" for time, n in zip(TIMES, track, strict=True))


def has_skull(card: Card) -> bool:
    """Return whether a Story has a skull behind any of its icons."""
    return card.type == "story" and any(getattr(card.band, icon).skull for icon in ICONS)


# -- lines ------------------------------------------------------------------------------------------------------


def rules_lines(
    say: Translator, content: Content, card: Card, icons: bool = False, *, heads: bool = True
) -> list[RuleLine]:
    """Return a card's text as lines, without the card's numbers, cost and icons.

    If `heads` is false, headings that only name the kind of ability are left out, because the icon beside the line
    shows the kind.
    """
    by = CardWriter(say, content, icons, card.type, bearer=card.attachment is not None)
    used = _of_ability(say, content, card, icons)
    lines = [*_keywords(by, card), *_limits(by, card), *_attachment(by, card), *_skull(by, card)]
    if card.counters:
        told = say.t("Comes into play with {counters}.", counters=counters(by, card.counters))
        lines.append(RuleLine("counter", "", told))
    if card.do:
        lines.append(RuleLine("", "", ops_text(by, card.do)))
    lines += [
        RuleLine(ability.kind, ability_head(used, ability, heads=heads), ops_text(used, ability.do))
        for ability in card.abilities
    ]
    lines += [RuleLine("status_quo", say.t(STATUS_QUO), passive_text(by, passive)) for passive in card.passives]
    lines += [*_lasting(by, card), *_reach(by, card)]
    return lines if heads else [replace(line, head="") if line.head in _heads(say) else line for line in lines]


def _heads(say: Translator) -> list[str]:
    return [say.t(STATUS_QUO), say.t("Skull"), say.t(KINDS["dem"])]


def _keywords(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    """Yield a line that lists the card's keywords, if it has any (AH-CARD.4)."""
    if card.keywords:
        yield RuleLine("", "", ", ".join(keyword_name(by, one) for one in card.keywords))


def _limits(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    """Yield lines about the rows and windows that allow a card, unless these are the usual ones (AH-PLAY.5)."""
    say = by.say
    rows = tuple(card.rows)
    if card.type == "event" and rows in _ROWS:
        yield RuleLine("limit", "", say.t(_ROWS[rows] if card.dem is None else _ROWS_OR_DEM[rows]))
    if card.type == "hunter":
        if card.dem:
            yield RuleLine("dem", "", say.t("Only {windows}.", windows=window_times(say, card.dem)))
    elif card.dem is not None:
        head = say.t(KINDS["dem"])
        yield RuleLine("dem", head, say.t("From hand {windows}.", windows=window_times(say, card.dem)))
    if card.background:
        yield RuleLine("limit", "", say.t("Only from the Background deck."))


def _attachment(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    if card.attachment is None:
        return
    say, attachment = by.say, card.attachment
    own = N_("Attachment: {type} {n}, on a character of yours")
    other = N_("Attachment: {type} {n}, on an opposing character")
    text = say.t(
        own if attachment.host == "own" else other, type=say.t(ATTACHMENTS[attachment.type]), n=attachment.most
    )
    if attachment.until == "round":
        text = f"{text}, {say.t(UNTIL['round'])}"
    yield RuleLine("attachment", "", f"{text}.")


_NEEDS = {
    "damage": N_("The caster needs Damage {n} or more."),
    "health": N_("The caster needs Health {n} or more."),
    "icons": N_("The caster needs {n} or more icons of each type."),
    "plunder": N_("The caster needs Plunder {n} or more."),
    "recruit": N_("The caster needs Recruit {n} or more."),
    "accuse": N_("The caster needs Accusation {n} or more."),
}


def _skull(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    """Yield lines about a Story's requirements for its caster, and about its skull (AH-ICON.6, DMG.1, COST.8)."""
    say = by.say
    if card.need is not None:
        if card.need.what != "character":
            line = N_("The caster must be the Damned.") if card.need.what == "damned" else N_(
                "The caster must be a Heretic."
            )  # fmt: skip
            yield RuleLine("limit", "", say.t(line))
        if card.need.stat is not None:
            yield RuleLine("limit", "", say.t(_NEEDS[card.need.stat], n=card.need.least))
    if has_skull(card):
        yield RuleLine("skull", say.t("Skull"), capital(_strike(by, card)))


def _strike(by: CardWriter, card: Card) -> str:
    say, change = by.say, signed(card.modifier) if card.modifier else ""
    target = target_text(by, card.skull_target, story=True)
    if by.icons:
        might = f"{{damage}} {change}".rstrip()
        return say.t("The caster deals its {damage} to {target}.", damage=might, target=target)
    line = N_("The caster deals its Damage to {target}.")
    if change:
        line = N_("The caster deals its Damage {change} to {target}.")
    return say.t(line, change=change, target=target)


def _lasting(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    """Yield a line about how long a card stays in play, unless its type makes that clear (AH-GEN.3, TIME.9)."""
    say = by.say
    if card.stays:
        yield RuleLine("time", "", say.t("Stays until the Location leaves, even past the end of the Round."))
    elif card.duration == "track" and card.track:
        line = say.t(
            "Times of day: {track}. When the time of day advances, gain the gold of the new time; "
            "after Night this card goes to the Pyre.",
            track=track_text(say, card.track),
        )
        yield RuleLine("time", "", line)
    elif card.type in ("story", "event") and card.duration in ("conflict", "round") and card.passives:
        line = N_("Stays until the end of the Conflict.") if card.duration == "conflict" else N_(
            "Stays until the end of the Round."
        )  # fmt: skip
        yield RuleLine("time", "", say.t(line))


def _reach(by: CardWriter, card: Card) -> Iterator[RuleLine]:
    """Yield a line if a card can target cards outside the Conflict and that isn't obvious (AH-CONFLICT.14, DEM.32)."""
    story = card.type == "story"
    targets = [target for op in _all_ops(card) if (target := target_of(op)) is not None]
    if has_skull(card):
        targets.append(card.skull_target)
    beyond = any(not is_thing(target) and not only_participants(target, story) for target in targets)
    if beyond and (story or (not by.icons and _in_conflicts(card))):
        yield RuleLine("limit", "", by.say.t("Its target may be outside the Conflict."))


def _all_ops(card: Card) -> list[Any]:
    """Return the operations of a card's effect and of its Deus Ex Machina abilities, including nested ones."""
    found: list[Any] = []
    for op in [*card.do, *(op for ability in card.abilities if ability.kind == "dem" for op in ability.do)]:
        found += [op, *getattr(op, "do", [])]
    return found


def _in_conflicts(card: Card) -> bool:
    """Return whether a card or one of its abilities can be used during a Conflict."""
    if card.type == "hunter":
        return not card.dem or bool(_FIGHTING & set(card.dem))
    if card.type == "event" and ("conflict" in card.rows or (card.dem is not None and bool(_FIGHTING & set(card.dem)))):
        return True
    return any(
        ability.kind == "dem" and (not ability.windows or bool(_FIGHTING & set(ability.windows)))
        for ability in card.abilities
    )


# -- whole cards --------------------------------------------------------------------------------------------------


def type_text(say: Translator, card: Card) -> str:
    """Return a card's type and faction, such as "Heretic, Mystics"."""
    return f"{say.t(TYPES[card.type])}, {say.t(FACTIONS[card.faction])}"


def cost_line(say: Translator, content: Content, card: Card, icons: bool = False) -> str:
    """Return a line with a card's cost; "" for types without a cost."""
    if card.type in ("damned", "camp", "location") or card.background:
        return ""
    cost = cost_text(CardWriter(say, content, icons, card.type), card.cost) or say.t("nothing")
    return say.t("Cost: {cost}.", cost=cost)


def facts(say: Translator, content: Content, card: Card, icons: bool = False) -> list[str]:
    """Return lines with a card's cost and printed numbers: Health, Damage, icons, icon band, income, soul numbers."""
    by = CardWriter(say, content, icons, card.type)
    lines = [cost_line(say, content, card, icons)]
    if card.type in ("damned", "heretic"):
        lines.append(
            say.t(
                "Health {health}, Damage {damage}. Icons: {icons}.",
                health=card.health, damage=card.damage, icons=icons_text(say, card),
            )
        )  # fmt: skip
    if card.type == "story":
        lines.append(say.t("Icons: {band}.", band=band_text(say, card)))
    if card.type == "camp":
        lines.append(say.t("Income: {gold}.", gold=gold(by, card.income)))
    if card.type == "location" and card.track:
        lines.append(say.t("Soul numbers: {track}.", track=track_text(say, card.track)))
    if card.gold_icon:
        lines.append(say.t("Gold icon: income {n}.", n=signed(card.gold_icon)))
    return [line for line in lines if line]


def card_text(say: Translator, content: Content, card: Card) -> str:
    """Return a card's whole text, starting with its cost and numbers."""
    return join_lines([*facts(say, content, card), *(str(line) for line in rules_lines(say, content, card))])


def brief(say: Translator, content: Content, card: Card) -> str:
    """Return a card's text in one paragraph, without its cost and numbers."""
    return " ".join(str(line) for line in rules_lines(say, content, card))


def effect_first(say: Translator, content: Content, card: Card) -> str:
    """Return a card's text in one paragraph, with the rows and windows that allow it at the end."""
    limits = list(_limits(CardWriter(say, content, type=card.type, bearer=card.attachment is not None), card))
    effects = [line for line in rules_lines(say, content, card) if line not in limits]
    return " ".join(str(line) for line in [*effects, *limits])
