"""Loads a content pack: its Guilds, starters, Locations with their advancements, and set-ups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, TypeAdapter

from rules.edge_of_darkness.content.effects import Effect, Threat
from rules.edge_of_darkness.content.ops import Op, PayAgents, Record, Reduce, SendAgents, Slot, Thing
from rules.kernel.content.card_language import kinds
from rules.kernel.content.csv_columns import Cell, counted
from rules.kernel.content.pack_faults import Fault, PackError, raise_fault, unknown
from rules.kernel.content.pack_reading import Reading
from rules.kernel.content.pack_structure import Need, Raw, Shape, entry_ids
from rules.kernel.content.packs import Packs
from rules.kernel.content.records import Flavoured, Marked, read
from rules.kernel.content.spreadsheets import Sheet
from rules.kernel.words.translation import N_, Localised, Translator

T = TypeVar("T")
LocationType = Literal["allegiance", "hunting", "train", "battle", "coin", "defence", "miscellaneous"]
#: The timing of an ability: in the free part of the player's Action turn, at the start or end of the turn, when
#: attacked, or always.
Timing = Literal["turn", "start", "end", "attacked", "standing"]


class Guild(Marked):
    """One of the four Guilds, which differ only in name, colour and sigil. Their order determines their colours."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: Localised
    sigil: Literal["chalice", "mask", "leaf", "hands"]


class NamedThreat(Threat, Flavoured):
    """A named threat: a Blight side with its flavour text."""

    name: Localised


class Starter(Flavoured):
    """A Citizen or Patrician, Neutral if it has no `guild`. `players` is the minimum player count on the card."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: Localised
    role: Literal["citizen", "patrician"]
    guild: str | None = None
    players: Literal[2, 3, 4] = 2
    cubes: int = Field(default=0, ge=-9, le=9)
    effect: Effect
    threat: NamedThreat


class Slip(Record):
    """One kind of advancement: its slot, cube icons and Blight side. `copies` is the number of copies in the box."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    slot: Slot
    cubes: int = Field(default=0, ge=-9, le=9)
    copies: int = Field(default=1, ge=1, le=12)
    threat: NamedThreat


class Contact(Flavoured):
    """The City side of a Location's advancements. With timing "attacked", it works only in an attack (EOD-DMG.9)."""

    name: Localised
    effect: Effect
    timing: Literal["turn", "attacked"] = "turn"


class Ability(Record):
    """The ability of a Location.

    If the timing is "start" or "end", it is applied automatically once in every Action turn; if "standing", in every
    attack. For the other timings, `uses` is the maximum number of uses, and 0 means no limit.
    """

    effect: Effect
    timing: Timing = "turn"
    uses: int = Field(default=1, ge=0)


class Location(Flavoured):
    """A Location board with its stack of advancements and, optionally, an ability."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: Localised
    types: list[LocationType] = Field(min_length=1)
    contact: Contact
    ability: Ability | None = None
    slips: list[Slip] = Field(min_length=1)


class Earlier(Record):
    """The form that an effect of a built-in Location had before a later release changed it."""

    location: str
    part: Literal["contact", "ability"]
    effect: Effect


class Setup(Record):
    """A recommended set of ten Locations."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    name: Localised
    blurb: Localised
    locations: list[str] = Field(min_length=10, max_length=10)


class Board(Record):
    """Numbers on the boards: the values of the Defense track, starting at the top space."""

    defence_track: list[int] = Field(min_length=2)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Content:
    """A whole pack, indexed by id. `slip_home` maps each slip to its Location."""

    guilds: dict[str, Guild]
    starters: dict[str, Starter]
    locations: dict[str, Location]
    setups: dict[str, Setup]
    board: Board
    slips: dict[str, Slip] = field(default_factory=dict[str, Slip])
    slip_home: dict[str, Location] = field(default_factory=dict[str, Location])
    #: The slot and id of each advancement, by Location.
    stacks: dict[str, list[tuple[Slot, str]]] = field(
        init=False, repr=False, compare=False, default_factory=dict[str, "list[tuple[Slot, str]]"]
    )
    #: Abilities by timing and Location: the effect, its maximum number of uses, and the number of Agents it requires.
    abilities: dict[Timing, dict[str, tuple[Effect, int, int]]] = field(
        init=False, repr=False, compare=False, default_factory=dict[Timing, "dict[str, tuple[Effect, int, int]]"]
    )
    #: The cache of board/sleeved_card.py for the effects on cards.
    parts: dict[tuple[str, ...], Any] = field(init=False, repr=False, compare=False, default_factory=dict[Any, Any])
    #: The cache of seen/views.py for views of cards. A changed copy of a pack starts with an empty cache.
    shown: dict[tuple[object, ...], Any] = field(init=False, repr=False, compare=False, default_factory=dict[Any, Any])

    def of_guild(self, guild: str) -> list[Starter]:
        """Return the starters of a Guild."""
        return [starter for starter in self.starters.values() if starter.guild == guild]

    def __post_init__(self) -> None:
        self.abilities.update({timing: {} for timing in get_args(Timing)})
        for name, location in self.locations.items():
            self.stacks[name] = [(slip.slot, slip.id) for slip in location.slips]
            if location.ability:
                ability = location.ability
                self.abilities[ability.timing][name] = (ability.effect, ability.uses, ability.effect.least_agents)


#: The maximum size of each cache in a pack. It is large enough for several matches.
MAX_CACHE_SIZE = 4_000


def cache_result(cache: dict[Any, T], key: tuple[object, ...], result: T) -> T:
    """Add a result to a cache and return the result. A full cache is emptied first."""
    if len(cache) >= MAX_CACHE_SIZE:
        cache.clear()
    cache[key] = result
    return result


def _starters(guild: bool, role: str, *players: int) -> Callable[[Raw], int]:
    """Return a function for counting the starters of this kind: it returns 1 for such a record, otherwise 0."""

    def count(record: Raw) -> int:
        if (record.get("guild") is not None) != guild or record["role"] != role:
            return 0
        return int(not players or record.get("players", 2) in players)

    return count


def _of_location(record: Raw) -> list[str]:
    """Return the look-up ids of a Location, of its contact and of its threats."""
    return [record["id"], f"{record['id']}_contact", *(slip["id"] for slip in record["slips"])]


def _marked(players: int) -> Callable[[Raw], int]:
    return lambda record: int(record.get("players") == players)


#: The kinds of Neutral starters, by role and printed player count, and how many starters of each kind a pack may
#: replace.
_ALIKE = (
    ("citizen", 2, 8), ("citizen", 3, 2), ("citizen", 4, 1),
    ("patrician", 2, 4), ("patrician", 3, 1), ("patrician", 4, 1),
)  # fmt: skip


#: The verbs by name.
_VERBS = {get_args(kind.model_fields["op"].annotation)[0]: kind for kind in kinds(Op)}


def _verb(token: str, what: str, count: int) -> dict[str, Any]:
    """Return the record for a word and number in a table cell: tokens gained or lost, or a verb and its count."""
    if what in get_args(Thing):
        return {"op": token, "what": what, "amount": count}
    if what not in _VERBS:
        raise ValueError(unknown("word", repr(what), (*get_args(Thing), *_VERBS)))
    fields = _VERBS[what].model_fields
    if any(field.is_required() for name, field in fields.items() if name != "op"):
        raise ValueError(f"{what} needs more than a number; write it in the JSON")
    counts = next((name for name in ("count", "amount", "damage") if name in fields), "")
    if not counts and count != 1:
        raise ValueError(f"{what} takes no number")
    return {"op": what, counts: count} if counts else {"op": what}


def _verbs(token: str) -> Cell:
    """Return the reader and writer of table cells that list tokens or verbs with their counts: `2 coins; train 1`."""
    takes = f"{' | '.join(get_args(Thing))} | a verb, and how many; several: 2 coins; train 1"

    def read(cell: str) -> list[dict[str, Any]]:
        return [_verb(token, what, count) for what, count in counted(cell)]

    def write(verbs: list[dict[str, Any]]) -> str:
        """Return the cell for a list of simple operations; "" if the list can only be expressed in JSON."""
        told = [(one.get("what") or one["op"], one.get("amount", one.get("count", 1))) for one in verbs]
        cell = "; ".join(f"{count} {what}" for what, count in told)
        try:
            return cell if all(isinstance(count, int) for _, count in told) and read(cell) == verbs else ""
        except ValueError:
            return ""

    return Cell(read, takes, write)


def _effect(cell: str) -> dict[str, Any]:
    return {"clauses": [{"do": _GAINS.read(cell)}]}


def _unsaid(_value: Any) -> str:
    return ""


_GAINS, _LOSSES = _verbs("gain"), _verbs("lose")
#: Cells that contain a whole effect without a cost or condition. They are only read, never written.
_EFFECT = Cell(_effect, _GAINS.takes, _unsaid)
_THREAT = {"threat.rewards": _GAINS, "threat.unless_defended": _LOSSES}
#: The CSV tables that a pack may have in addition to its JSON files.
_SHEETS = (
    Sheet("guilds", Guild),
    Sheet("starters", Starter, cells={**_THREAT, "effect": _EFFECT}, without=("effect.",)),
    Sheet(
        "locations", Location,
        cells={"contact.effect": _EFFECT, "ability.effect": _EFFECT}, without=("contact.effect.", "ability.effect."),
    ),
    Sheet("slips", Slip, into="locations", within="slips", owner="location", cells=_THREAT),
    Sheet("setups", Setup),
)  # fmt: skip
#: The files of a pack, and how many records of each kind the box has.
SHAPE = Shape(
    game="edge_of_darkness",
    lists={
        "guilds": TypeAdapter(list[Guild]),
        "starters": TypeAdapter(list[Starter]),
        "locations": TypeAdapter(list[Location]),
        "setups": TypeAdapter(Annotated[list[Setup], Field(min_length=1)]),
    },
    singles={"board": TypeAdapter(Board)},
    sheets=_SHEETS,
    entries={
        "starters": entry_ids("{}"),
        "locations": _of_location,
        "guilds": entry_ids("guild_{}"),
        "setups": entry_ids("setup_{}"),
    },
    needs=(
        Need(N_("Guilds"), "guilds", 4, "EOD-COMP.2"),
        *(Need("", "starters", count, "", _starters(False, role, players)) for role, players, count in _ALIKE),
        Need("", "starters", 3, "", _starters(True, "citizen"), per="guild"),
        Need("", "starters", 1, "", _starters(True, "patrician"), per="guild"),
        Need(N_("Neutral Citizens"), "starters", 11, "EOD-COMP.9", _starters(False, "citizen")),
        Need(N_("Neutral Patricians"), "starters", 6, "EOD-COMP.9", _starters(False, "patrician")),
        Need(N_("Neutral cards marked 3"), "starters", 3, "EOD-SETUP.25", _marked(3), exact=False),
        Need(N_("Neutral cards marked 4"), "starters", 2, "EOD-SETUP.25", _marked(4), exact=False),
        Need(N_("Guild Citizens"), "starters", 12, "EOD-COMP.10", _starters(True, "citizen"), exact=False),
        Need(N_("Guild Patricians"), "starters", 4, "EOD-COMP.10", _starters(True, "patrician"), exact=False),
        Need(N_("Locations"), "locations", 37, "EOD-COMP.3", exact=False),
        Need(
            N_("advancements"), "locations", 286, "EOD-COMP.12", exact=False,
            of=lambda record: sum(slip.get("copies", 1) for slip in record["slips"]),
        ),
    ),
)  # fmt: skip


def load(folder: Path | Traversable) -> Content:
    """Load a pack and check that its files are consistent. Raises ContentError."""
    reading = Reading(folder, SHAPE)
    content = Content(**reading.records)
    _check(content, reading)
    reading.faults.raise_if_any()
    return content


def _check(content: Content, reading: Reading) -> None:
    for location in content.locations.values():
        for slip in location.slips:
            with reading.collecting():
                if slip.id in content.slips:
                    raise_fault("locations.json", f"{location.id}.slips.{slip.id}", "this id is listed twice")
            content.slips[slip.id] = slip
            content.slip_home[slip.id] = location
        with reading.collecting():
            _check_location(location)
    for setup in content.setups.values():
        with reading.collecting():
            _check_setup(content, setup)
    with reading.collecting():
        _check_starters(content)
    track = content.board.defence_track
    with reading.collecting():
        if track != sorted(set(track), reverse=True):
            raise_fault("board.json", "defence_track", "each space must be worth less than the one above")


def _check_setup(content: Content, setup: Setup) -> None:
    for number, name in enumerate(setup.locations):
        if name not in content.locations:
            raise_fault("setups.json", f"{setup.id}.locations.{number}", unknown("Location", name, content.locations))
    if len(set(setup.locations)) != 10:
        raise_fault("setups.json", f"{setup.id}.locations", "the ten Locations must differ")


def _check_location(location: Location) -> None:
    """Refuse effects that would do nothing or that a player could repeat forever."""
    timed: list[tuple[str, Timing, Effect]] = [("contact", location.contact.timing, location.contact.effect)]
    if location.ability:
        timed.append(("ability", location.ability.timing, location.ability.effect))
    for part, timing, effect in timed:
        place = f"{location.id}.{part}"
        if timing == "standing":
            _check_standing(place, effect)
            continue
        for clause in effect.clauses:
            _check_ops("locations.json", place, timing, clause.do)
    ability = location.ability
    endless = ability if ability and not ability.uses and ability.timing in ("turn", "attacked") else None
    if endless and not all(clause.cost for clause in endless.effect.clauses):
        raise_fault("locations.json", f"{location.id}.ability", "without a limit of uses each part must cost something")
    for slip in location.slips:
        _check_threat("locations.json", f"{location.id}.slips.{slip.id}", slip.threat)


def _check_standing(place: str, effect: Effect) -> None:
    if any(clause.cost for clause in effect.clauses):
        raise_fault("locations.json", place, "a standing ability can't cost anything")
    if effect.mode == "one" or any(not isinstance(op, Reduce) for clause in effect.clauses for op in clause.do):
        raise_fault("locations.json", place, "a standing ability can only reduce Damage")


def _check_threat(file: str, place: str, threat: Threat) -> None:
    _check_ops(file, f"{place}.rewards", "rewards", threat.rewards)
    _check_ops(file, f"{place}.unless_defended", "unless_defended", threat.unless_defended)


def _check_ops(file: str, place: str, moment: str, ops: list[Op]) -> None:
    for op in ops:
        if moment in op.IDLE:
            raise_fault(file, place, f"{op.op} does nothing here ({moment})")


def _check_homeless(starter: Starter) -> None:
    """Refuse operations on Agents in the effects of Citizens and Patricians, which have no Location (EOD-USE.11)."""
    clauses = starter.effect.clauses
    ops = [op for clause in clauses for op in clause.do] + starter.threat.rewards + starter.threat.unless_defended
    if any(op.NEEDS_HOME for op in ops) or any(
        isinstance(cost, PayAgents | SendAgents) for clause in clauses for cost in clause.cost
    ):
        raise_fault("starters.json", starter.id, "sends out or returns Agents, but belongs to no Location")


def _check_starters(content: Content) -> None:
    """Check the effects of all starters, and how many there are of each kind (EOD-COMP.9, COMP.10 and SETUP.25)."""
    starters = list(content.starters.values())
    for starter in starters:
        for clause in starter.effect.clauses:
            _check_ops("starters.json", f"{starter.id}.effect", "turn", clause.do)
        _check_threat("starters.json", starter.id, starter.threat)
        _check_homeless(starter)
    required = {None: (11, 6), **dict.fromkeys(content.guilds, (3, 1))}
    if len(content.guilds) != 4:
        raise_fault("guilds.json", "the file", "there must be four Guilds")
    # A starter with an unknown Guild also makes the counts wrong, so only the unknown Guild is reported.
    strangers = [starter for starter in starters if starter.guild not in required]
    if strangers:
        raise PackError(
            Fault("starters.json", f"{one.id}.guild", unknown("Guild", str(one.guild), content.guilds), 0, one.id)
            for one in strangers
        )
    for guild, (citizens, patricians) in required.items():
        roles = [starter.role for starter in starters if starter.guild == guild]
        counts = (roles.count("citizen"), roles.count("patrician"))
        if counts != (citizens, patricians):
            said = (
                f"its Citizens are {counts[0]} and its Patricians {counts[1]};"
                f" there must be {citizens} and {patricians}"
            )
            raise_fault("starters.json", guild or "neutral", said)
    marks = [starter.players for starter in starters if starter.guild is None]
    if marks.count(3) != 3 or marks.count(4) != 2:
        raise_fault("starters.json", "neutral", "three cards must be marked 3 and two marked 4")


def _earlier() -> Content:
    """Return the built-in pack with the old effects from data/edge_of_darkness/earlier/effects.json."""
    locations = dict(base().locations)
    changed = read(files("data").joinpath("edge_of_darkness", "earlier"), "effects.json", TypeAdapter(list[Earlier]))
    for was in changed:
        location = locations[was.location]
        part = getattr(location, was.part).model_copy(update={"effect": was.effect})
        locations[was.location] = location.model_copy(update={was.part: part})
    homes = {slip: locations[home.id] for slip, home in base().slip_home.items()}
    return replace(base(), locations=locations, slip_home=homes)


#: The name of the built-in pack in matches that started before some effects changed.
EARLIER = "base@2"
PACKS = Packs("edge_of_darkness", load, {EARLIER: _earlier}, shape=SHAPE)
base, pack_names, add_pack, pack = PACKS.base, PACKS.names, PACKS.add, PACKS.of_match


def check(folder: Path, say: Translator | None = None) -> str:
    """Check a content pack and return a one-line summary of its content. Raises ContentError."""
    found = load(folder)
    return (say or Translator()).t(
        "{locations} Locations, {advancements} advancements, {starters} starters, {setups} set-ups.",
        locations=len(found.locations),
        advancements=sum(slip.copies for slip in found.slips.values()),
        starters=len(found.starters),
        setups=len(found.setups),
    )
