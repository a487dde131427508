"""Draws the options of a decision: the Street with prices, advancements, cards, the tower, an attack, or the hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from render.edge_of_darkness import board_records, card_wording, effect_icons
from render.edge_of_darkness.card_tiles import DETAILS, Detail, card_tile, counts_tile, cubes_of, hand_layouts
from render.edge_of_darkness.recent_changes import Changes
from render.edge_of_darkness.view_reader import PLACES, by_guild, read_card, read_player, slip_of
from render.emblem.crests import crest
from render.pen import theme
from render.sheets.choice_tiles import Art, Part, Tile, first_that_fits, heading, tile_rows
from render.sheets.row_stack import Row, Rows
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.content.ops import SeedCube
from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.edge_of_darkness.words.cards import penalty_text, prologue_text
from rules.edge_of_darkness.words.choices import damage_left
from rules.edge_of_darkness.words.names import all_cards, card_name, slot_name, threats_name, threats_on
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, Prompt
from rules.kernel.words.translation import Translator

ACCENT = theme.ACCENTS["edge_of_darkness"]
#: A placeholder for the decision if a seat has no decision.
NO_DECISION = Decision(Prompt("", {}), [])
#: Possible layouts of a picture. The layout with the most text comes first.
Layouts = tuple[Sequence[Row], ...]


def draw_choice(view: EdgeView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
    """Draw the options of a decision, or a seat's hand if there is no decision."""
    if decision is None:
        return first_that_fits(_hand(view, seat, NO_DECISION, say))
    kinds = [type(action) for action in decision.actions if not isinstance(action, Pass)]
    layout_function = BY_QUESTION.get(decision.prompt.key) or BY_ACTION.get(next(iter(kinds), Pass), _hand)
    return first_that_fits(layout_function(view, seat, decision, say))


def _rows(tiles: Sequence[Tile], columns: int = 2) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


# -- cards ------------------------------------------------------------------------------------------------------


def _offered_cards(offered_actions: Iterable[Action]) -> list[str]:
    """Return the ids of the cards that actions mention, each id once."""
    named: list[str] = []
    for action in offered_actions:
        if isinstance(action, actions.ChooseCard | actions.KeepInHall):
            named.append(action.card)
    return list(dict.fromkeys(named))


def _cards(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the cards that can be chosen."""
    cards_by_id = all_cards(view)
    cards = [cards_by_id[name] for name in _offered_cards(decision.actions) if name in cards_by_id]
    return tuple(_rows([card_tile(view, card, say, detail=detail) for card in cards]) for detail in DETAILS)


def _hand(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the seat's counts, its hand, and the cards of the tower that can be hunted.

    If the hand is empty, the whole tower is shown instead, unless the match is over.
    """
    player = view.players[seat]
    prey = {spot for action in decision.actions if isinstance(action, actions.HuntThreats) for spot in action.spots}
    cards = player.hand or player.starters
    above = _rows([counts_tile(view, player, say)])
    below = _rows(_tower_tiles(view, say, lambda spot: spot in prey or not (cards or view.phase == "over")), 1)
    hands = hand_layouts(view, seat, cards, say)
    return tuple([*above, *_rows(tiles, columns), *below] for tiles, columns in hands)


# -- the Street -------------------------------------------------------------------------------------------------


def _street(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the cards of the Street, starting at the 1st space, with the minimum Influence that each
    costs, and below them, if there is room, the names of the cards that the seat holds.
    """
    count = int(decision.prompt.args.get("count", 1))
    cards = [*view.street, view.sixth]
    spaces = [say.t(place) for place in reversed(PLACES)] + ["{deck}"]
    held = "; ".join(card_name(say, pack(view.pack), card) for card in view.players[seat].hand)
    below = _rows([Tile(say.t("Your cards"), (Part(held),), look="panel")], 1) if held else []
    layouts = [
        _rows([
            _street_tile(view, card, say, space, number, count, detail)
            for number, (card, space) in enumerate(
                (card, space) for card, space in zip(cards, spaces, strict=False) if card is not None
            )
        ])
        for detail in DETAILS
    ]  # fmt: skip
    # The effects of the cards on offer matter more than the names of the cards in hand.
    return [*layouts[0], *below], *layouts


def _street_tile(
    view: EdgeView, card: CardView, say: Translator, space: str, number: int, count: int, detail: Detail
) -> Tile:
    """Return the tile of a card in the Street with its price and the cubes that it brings.

    The price is 1 Influence for each card that has to be skipped.
    """
    tile = card_tile(view, card, say, detail=detail)
    before = [one for one in view.street if one is not None and one.id != card.id][:number]
    taken = number - sum(one.id in view.skipping for one in before)
    skipped = card.id in view.skipping
    price = max(0, number - count + 1)
    notes = [Part(f"{say.t('skipped')} −1{{influence}}", "bad")] if skipped else []
    if card.influence:
        notes.append(Part(f"+{card.influence}{{goodwill}}", "good"))
    parts = [*tile.parts, *notes]
    if card.cubes:
        # Beside the first effect, because a separate line would make the picture taller.
        place = next((number for number, part in enumerate(parts) if part.art is None), -1)
        parts = parts or [Part("")]
        parts[place] = replace(parts[place], text=f"{parts[place].text}  +{card.cubes}{{cube}}".strip())
    return replace(
        tile,
        title=f"{tile.badge} {tile.title}".strip(),
        badge=space,
        plate=f"−{price}{{influence}}" if price else "",
        parts=tuple(parts),
        use="idle" if skipped else "now" if taken < count else "",
    )


# -- Guilds and advancements ----------------------------------------------------------------------------------


def _guilds(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the offered Guilds and the names of their Starters."""
    content = pack(view.pack)
    offered = [content.guilds[action.guild] for action in decision.actions if isinstance(action, actions.ChooseGuild)]
    return (
        _rows(
            [
                Tile(
                    say.name(guild.name),
                    (Part("; ".join(say.name(starter.name) for starter in content.of_guild(guild.id))),),
                    key=f"guild:{guild.id}",
                )
                for guild in offered
            ]
        ),
    )


def _advancement_kinds(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the contact of each offered kind of advancement, with its effect as icons, in the order of
    the Locations.
    """
    content = pack(view.pack)
    in_play = [place.id for place in view.locations]
    offered = [action for action in decision.actions if isinstance(action, actions.Pick | actions.Sleeve)]
    tiles = [
        Tile(
            say.name(content.locations[action.location].contact.name),
            (Part(effect_icons.icons_of(content.locations[action.location].contact.effect)),),
            art=Art(crest, (action.location,)),
            key=f"advancement:{action.location}",
        )
        for action in sorted(offered, key=lambda action: in_play.index(action.location))
    ]
    return (_rows(tiles),)


def _sleeving(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with both sides of the offered advancements, and the cards that they can be sleeved onto."""
    offered = [action for action in decision.actions if isinstance(action, actions.SleeveOnto)]
    copies = sorted({action.slip for action in offered}, key=lambda slip: _slot_of(view, slip))
    own_cards = [card.id for card in (*view.players[seat].hand, *view.players[seat].starters)]
    onto = sorted(
        {action.card for action in offered},
        key=lambda name: own_cards.index(name) if name in own_cards else len(own_cards),
    )
    cards_by_id = all_cards(view)
    cards = [cards_by_id[name] for name in onto if name in cards_by_id]
    sides: list[Tile] = []
    for name in copies:
        sides += _both_sides(view, name, say)
    above = [heading(say.t("City side"), say.t("Blight side")), *_rows(sides)]
    below = heading(say.t("It goes into one of these"))
    return tuple(
        [*above, below, *_rows([card_tile(view, card, say, detail=detail) for card in cards])] for detail in DETAILS
    )


def _slot_of(view: EdgeView, slip: str) -> int:
    return board_records.SLOTS.index(pack(view.pack).slips[slip].slot)


def _both_sides(view: EdgeView, name: str, say: Translator) -> list[Tile]:
    """Return the tiles of both sides of an advancement: the contact with its slot, and the threat on the back."""
    content = pack(view.pack)
    record, slip = content.slips[name], slip_of(name, say.locale, pack_name=view.pack)
    cubes = f"{record.cubes}{{cube}}" if record.cubes else ""
    place = Part(f"{slot_name(say, record.slot)} {cubes}", "soft")
    front = Tile(slip.name, (place, Part(slip.short)), art=Art(crest, (slip.seed,)), key=f"slip:{name}")
    costs = effect_icons.penalty_icons(record.threat.unless_defended)
    parts = [Part(slip.rewards, "good"), Part(f"{{damage}} {costs}" if costs else "", "bad")]
    back = Tile(
        slip.threat, tuple(part for part in parts if part.text), plate=f"{slip.damage}{{damage}}", look="dark",
        key=f"threat:{name}",
    )  # fmt: skip
    return [front, back]


# -- the tower --------------------------------------------------------------------------------------------------


def _tower(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the tower, the cubes in its trays, and the cubes that can come there.

    These are the set-aside cubes if they are chosen from, otherwise the cubes in the seat's Threat Zone.
    """
    rows = _rows(_tower_tiles(view, say, lambda spot: True), 1)
    icon, cubes = "zone", read_player(view, view.players[seat], say, Changes()).zone
    if view.pending is not None and isinstance(view.pending.op, SeedCube):
        icon, cubes = "aside", by_guild(view, view.aside)
    if cubes:
        rows += _rows([Tile("", (Part(f"{{{icon}}} {cubes_of(cubes)}"),), look="panel")], 1)
    return (rows,)


def _tower_tiles(view: EdgeView, say: Translator, is_included: Callable[[int], bool]) -> list[Tile]:
    """Return the tiles of the tower's spots: threats, Damage, a hunter's gains and the cost of a failed defence.

    A spot is left out if `is_included` returns False.
    """
    tiles: list[Tile] = []
    for spot in view.tower:
        if not is_included(spot.spot):
            continue
        cubes = cubes_of(by_guild(view, spot.cubes))
        if spot.card is None:
            empty = Tile("—", (Part(cubes),) if cubes else (), badge=str(spot.spot), look="panel")
            name = f"{say.t('Threat tower')}: {spot.spot}"
            tiles.append(replace(empty, key=f"tower:{spot.spot}", name=name))
            continue
        card = read_card(view, spot.card, say)
        costs = f"{{damage}} {card.penalty}" if card.penalty else ""
        gains = [Part(cubes), Part(card.rewards, "good"), Part(costs, "bad")]
        tiles.append(
            Tile(
                threats_name(say, threats_on(view, spot.card)),
                tuple(part for part in gains if part.text),
                badge=str(spot.spot),
                plate=f"{card.damage}{{damage}}",
                look="dark",
                key=card.key,
            )
        )
    return tiles


def _attack(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the attacker, the remaining Damage, the cost of a failed defence, and the options."""
    args, content, player = decision.prompt.args, pack(view.pack), view.players[seat]
    card = all_cards(view)[str(args["card"])]
    remaining_damage = max(0, int(args["damage"]) - int(args["reduced"]))
    lower = view.defence_track[min(player.moved_down + 1, len(view.defence_track) - 1)]
    costs = [penalty_text(say, content, threats_on(view, card), icons=True)]
    if lower != player.defence_value:
        costs.append(say.t("Your Defense falls from {now} to {lower}.", now=player.defence_value, lower=lower))
    tiles = [
        Tile(
            threats_name(say, threats_on(view, card)),
            tuple(Part(text, "good") for text in _defence(view, seat, args, say)),
            plate=f"{args['damage']}{{damage}}",
            look="dark",
            key=f"card:{card.id}",
        ),
        Tile(
            say.t("If you do nothing"),
            tuple(Part(text, "bad") for text in costs if text),
            plate=f"{remaining_damage}{{damage}}",
            look="panel",
            use="now",
        ),
    ]
    answers = [_reduction_tile(view, action, say) for action in decision.actions if not isinstance(action, Pass)]
    return ([*_rows(tiles, 1), *_rows(answers)],)


def _defence(view: EdgeView, seat: int, args: Mapping[str, int | str], say: Translator) -> list[str]:
    """Return lines about how Locations have reduced the Damage so far and, if all of it can go, about the reward."""
    content = pack(view.pack)
    found: list[str] = []
    if view.pending and view.pending.reducible >= damage_left(view.pending):
        found.append(say.t("Reduced to 0: {gain}", gain="+1{reputation}"))
    if int(args["reduced"]):
        standing = content.abilities["standing"]
        by = [
            say.name(content.locations[place.id].name)
            for place in view.locations
            if f"used/{place.id}" in args or (place.id in standing and place.agents[seat])
        ]
        found.insert(0, f"−{args['reduced']}{{damage}} {', '.join(by)}".rstrip())
    return found


def _reduction_tile(view: EdgeView, action: Action, say: Translator) -> Tile:
    """Return the tile of a Location ability or a contact that reduces Damage."""
    content = pack(view.pack)
    if isinstance(action, actions.UseAbility):
        place = content.locations[action.location]
        ability = (Part(card_wording.ability_icons(place)),)
        return Tile(say.name(place.name), ability, art=Art(crest, (place.id,)), key=f"place:{place.id}")
    assert isinstance(action, actions.UseContact)
    card = all_cards(view)[action.card]
    slip = next(slot.slip for slot in card.slots if slot.slot == action.slot)
    if not slip:
        return card_tile(view, card, say)
    shown = slip_of(slip, say.locale, pack_name=view.pack)
    person = Part(say.name(content.starters[card.id].name), "soft")
    return Tile(shown.name, (Part(shown.short), person), art=Art(crest, (shown.seed,)), key=f"card:{card.id}")


def _effect(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the seat's counts, the text of the effect, and the Agents at the effect's Location."""
    content, args = pack(view.pack), decision.prompt.args
    what, slip = str(args.get("what", "")), str(args.get("slip", ""))
    tiles = [counts_tile(view, view.players[seat], say)]
    card = all_cards(view).get(what)
    home = what if what in content.locations else ""
    if card is not None:
        slip = next((slot.slip for slot in card.slots if slot.slot == args.get("slot")), "")
    if slip:
        home = content.slip_home[slip].id
        shown = slip_of(slip, say.locale, pack_name=view.pack)
        full = shown.full
        if decision.prompt.key == "pick_effect":
            full = prologue_text(say, content, content.locations[home].contact.effect, home, icons=True)
        tiles.append(Tile(shown.name, (Part(full),), art=Art(crest, (home,)), key=f"slip:{slip}"))
    elif card is not None:
        tiles.append(card_tile(view, card, say))
    if home:
        place = _place(view, home, say)
        does = card_wording.ability_icons(content.locations[home])
        place = replace(place, parts=(*place.parts, Part(does))) if does else place
        tiles += [place] if place.parts else []
    return (_rows(tiles, 1),)


# -- Locations --------------------------------------------------------------------------------------------------


def _places(view: EdgeView, seat: int, decision: Decision, say: Translator) -> Layouts:
    """Return layouts with the offered Locations and all their Agents."""
    offered = [action.location for action in decision.actions if isinstance(action, actions.ChoosePlace)]
    return (_rows([_place(view, name, say) for name in offered]),)


def _place(view: EdgeView, name: str, say: Translator) -> Tile:
    """Return the tile of a Location with all its Agents."""
    place = next(place for place in view.locations if place.id == name)
    agents = "  ".join(f"{count}{{guild_agent{guild}}}" for guild, count in by_guild(view, place.agents))
    record = pack(view.pack).locations[name]
    parts = (Part(agents),) if agents else ()
    return Tile(say.name(record.name), parts, look="panel", art=Art(crest, (name,)), key=f"place:{name}")


LayoutFunction = Callable[[EdgeView, int, Decision, Translator], Layouts]
#: The functions that draw a decision. A question that isn't in this table is drawn according to the kind of action it
#: offers.
BY_QUESTION: dict[str, LayoutFunction] = {
    "free": _hand,
    "defend": _attack,
    "pick_effect": _effect,
    "choose_one": _effect,
    "buy_part": _effect,
}
BY_ACTION: dict[type[Action], LayoutFunction] = {
    actions.SkipCard: _street,
    actions.Draft: _street,
    actions.ChooseGuild: _guilds,
    actions.Pick: _advancement_kinds,
    actions.Sleeve: _advancement_kinds,
    actions.SleeveOnto: _sleeving,
    actions.KeepInHall: _cards,
    actions.ChooseNumber: _effect,
    actions.ChooseCard: _cards,
    actions.ChoosePlace: _places,
    actions.ChoosePlayer: _effect,
    actions.ChooseCube: _tower,
    actions.ChooseSpots: _tower,
}
