"""Reads the records of the chat board from a view."""

from collections.abc import Sequence

from render.edge_of_darkness import board_records, effect_icons
from render.edge_of_darkness import chat_board_records as records
from render.edge_of_darkness.chat_board_layout import headline_room, headline_style
from render.edge_of_darkness.recent_changes import Changes, read_changes
from render.edge_of_darkness.view_reader import (
    PHASES,
    PLACES,
    banner_of,
    by_guild,
    filled_slots,
    headline,
    mark_of,
    read_card,
)
from render.sheets import board_header
from render.sheets.chat_board import MIN_TEXT
from render.text.text_layout import Style, shorten, width
from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.state import events as ev
from rules.edge_of_darkness.state.view import CardView, EdgeView, LocationView, PlayerView, SpotView
from rules.edge_of_darkness.words import ping_texts
from rules.edge_of_darkness.words.events import event_line
from rules.edge_of_darkness.words.names import threats_on
from rules.kernel.data.events import Body, Event
from rules.kernel.words.translation import N_, Translator, capital

#: The width of a player's name in a sentence of the news, in the news' style. A longer name is shortened.
NAME_ROOM, NEWS = 260, Style(MIN_TEXT, "text")
#: The names of the counts in the table.
COLUMNS = (N_("Reputation"), N_("Coins"), N_("Influence"), N_("Goodwill"), N_("Agents"), N_("Defense"))


def with_short_names(say: Translator, seats: int, style: Style, room: int) -> Translator:
    """Return a translator whose names of seats are no wider than `room`."""
    return say.with_names([shorten(say.seat(seat), style, room) for seat in range(seats)])


def read_chat_board(view: EdgeView, say: Translator, events: Sequence[Event] = ()) -> records.ChatBoard:
    """Read the records of the chat board."""
    changes, touched = read_changes(view, say, events), _touched(events)
    in_prologue = view.phase == "prologue"
    return records.ChatBoard(
        head=_head(view, say, changes),
        news=_news(view, say, events),
        street_words=(say.t("The Street"), _price_words(view, say)),
        street=() if in_prologue or view.over else _street(view, say, changes),
        kinds=_kinds(view, say, changes) if in_prologue else (),
        tower=None if in_prologue or view.over else _tower(view, say, changes),
        places_word=say.t("Locations"),
        places=_places(view, say, changes),
        columns=tuple(say.t(COLUMNS[column]) for column in _order(say)),
        players=tuple(_standing(view, player, say, touched, changes) for player in view.players),
        over=view.over,
    )


# -- the head and the news --------------------------------------------------------------------------------------


def _head(view: EdgeView, say: Translator, changes: Changes) -> records.Head:
    alone = mark_of(pack(view.pack), view.players[view.to_act[0]].guild) if len(view.to_act) == 1 else None
    icon = board_header.icon_of(alone, view.over, "guild")
    number, phase = say.t("Prologue"), say.t("before round 1")
    if view.phase != "prologue":
        number = say.t("Round {n} of {rounds}", n=min(view.round, view.rounds), rounds=view.rounds)
        phase = say.t(PHASES[view.phase])
    text = _short_headline(view, say, changes, headline_room(number))
    return records.Head(text, capital(_task(view, say)), icon, number, phase)


def _short_headline(view: EdgeView, say: Translator, changes: Changes, room: int) -> str:
    """Return the headline, with names short enough for it to fit."""
    text = headline(view, say, changes)
    for name_room in range(room, 60, -20):
        if width(text, headline_style(text, MIN_TEXT)) <= room:
            break
        text = headline(view, with_short_names(say, view.seats, headline_style(text, MIN_TEXT), name_room), changes)
    return text


def _task(view: EdgeView, say: Translator) -> str:
    """Return what the seat that decides is asked to do, with its Battle Strength in a turn."""
    told = ping_texts.asked(say, view, "{damage}")
    in_turn = view.pending is not None and view.pending.key == "free" and view.turn is not None
    battle = view.turn.battle if in_turn and view.turn else 0
    return told + (f" · {battle}{{battle}}" if told and battle else "")


#: The weight of each kind of event in the news. Kinds that aren't in the table have weight 2.
_WEIGHTS: dict[type[Body], int] = {
    **dict.fromkeys((ev.Ended, ev.Attacked, ev.Hunted), 0),
    **dict.fromkeys((ev.Defended, ev.Claimed, ev.Drafted, ev.Picked, ev.PrologueEnded, ev.Discarded), 1),
    **dict.fromkeys((ev.Changed, ev.PaidOwner, ev.TowerFilled, ev.MovedCube), 3),
    **dict.fromkeys((ev.DrewCubes, ev.DroppedCubes, ev.Reshuffled, ev.Awarded), 4),
}


def _news(view: EdgeView, say: Translator, events: Sequence[Event]) -> tuple[tuple[int, str], ...]:
    """Return the sentences about the latest events, with short names, and their weights. 0 is the most important."""
    short = with_short_names(say, view.seats, NEWS, NAME_ROOM)
    told = ((_WEIGHTS.get(type(event.body), 2), event_line(short, event)) for event in events if event.seen_by(None))
    # A sentence that ends with a shortened name would end with four dots.
    return tuple((weight, line.replace("….", "…")) for weight, line in told if line)


# -- what is on offer -------------------------------------------------------------------------------------------


def _drafting(view: EdgeView) -> int:
    """Return the number of cards that are being drafted, or 0."""
    pending = view.pending
    return int(pending.args.get("count", 1)) if pending is not None and pending.key == "draft" else 0


def _price_words(view: EdgeView, say: Translator) -> str:
    """Return the words of a price, if there are prices now."""
    return say.t("Cost: 1 Influence for each skipped card") if _drafting(view) else ""


def _street(view: EdgeView, say: Translator, changes: Changes) -> tuple[records.Offer, ...]:
    """Return the cards of the Street, starting at the 1st space."""
    spaces = [*map(say.t, reversed(PLACES)), say.t("6th")]
    cards = [*(view.street + [None] * 5)[:5], view.sixth]
    count, number = _drafting(view), 0
    found: list[records.Offer] = []
    for card, space in zip(cards, spaces, strict=True):
        if card is None:
            continue
        skipped = sum(one.id in view.skipping for one in cards[:number] if one is not None)
        price = max(0, number - count + 1) if count else 0
        found.append(_offer(view, card, say, changes, space, price, taken=number - skipped < count))
        number += 1
    return tuple(found)


def _offer(
    view: EdgeView, card: CardView, say: Translator, changes: Changes, space: str, price: int, *, taken: bool
) -> records.Offer:
    shown, name = read_card(view, card, say), say.name(pack(view.pack).starters[card.id].name)
    skipped = card.id in view.skipping
    mark = say.t("skipped") if skipped else changes.cards.get(card.id, "")
    effects = [_effect(slip, is_starter=not slot.slip) for slot, slip in filled_slots(card, shown)]
    kind = "change" if mark else "price" if price else "space"
    influence = card.influence + (1 if skipped else 0)
    return records.Offer(
        seed=card.id,
        banner=shown.banner,
        name=name,
        effects=tuple(effect for effect in effects if effect.icons),
        plate={"change": mark, "price": f"−{price}{{influence}}", "space": space}[kind],
        kind=kind,
        cubes=f"+{card.cubes}{{cube}}" if card.cubes > 0 else "",
        gain=f"+{influence}{{goodwill}}" if influence else "",
        taken=taken and not skipped,
    )


def _effect(slip: board_records.Slip, *, is_starter: bool) -> records.Effect:
    return records.Effect(slip.short) if is_starter else records.Effect(slip.short, slip.name, slip.seed)


def _kinds(view: EdgeView, say: Translator, changes: Changes) -> tuple[records.Kind, ...]:
    """Return the kinds of advancements that are left to pick, until all players have picked theirs."""
    if view.pending is None or view.pending.key == "hall":
        return ()
    return tuple(_kind(view, place, say, changes) for place in view.locations if not place.picked)


def _kind(view: EdgeView, place: LocationView, say: Translator, changes: Changes) -> records.Kind:
    contact = pack(view.pack).locations[place.id].contact
    return records.Kind(
        place.id, say.name(contact.name), effect_icons.icons_of(contact.effect), bool(changes.places.get(place.id))
    )


def _tower(view: EdgeView, say: Translator, changes: Changes) -> records.Tower:
    rule = say.t("{n} or more: attack", n=f"{view.threshold}{{cube}}")
    return records.Tower(
        say.t("Threat tower"), f"{rule} · {{damage}} {say.t('Damage')}", say.t("no card"),
        tuple(_spot(view, spot, say, changes) for spot in view.tower),
    )  # fmt: skip


def _spot(view: EdgeView, spot: SpotView, say: Translator, changes: Changes) -> records.Spot:
    threats = threats_on(view, spot.card) if spot.card else []
    return records.Spot(
        number=spot.spot,
        name=f"{say.t('Threat tower')}: {spot.spot}",
        seed=spot.card.id if spot.card else "",
        threats=tuple(say.name(threat.name) for _, threat in threats),
        damage=spot.card.damage if spot.card else 0,
        rewards=effect_icons.reward_icons([op for _, threat in threats for op in threat.rewards]),
        cubes=by_guild(view, spot.cubes),
        threshold=view.threshold,
        mark=changes.spots.get(spot.spot, ""),
    )


def _places(view: EdgeView, say: Translator, changes: Changes) -> tuple[records.Posted, ...]:
    """Return the Locations with Agents: those of the deciding seat first, then those with the most Agents."""
    locations = pack(view.pack).locations
    mine = view.to_act[:1]
    found = [place for place in view.locations if any(place.agents)]
    found.sort(key=lambda place: (-sum(place.agents[seat] for seat in mine), -sum(place.agents)))
    return tuple(
        records.Posted(
            place.id, say.name(locations[place.id].name), by_guild(view, place.agents),
            bool(changes.places.get(place.id)),
        )
        for place in found
    )  # fmt: skip


# -- how everyone stands ----------------------------------------------------------------------------------------


def _order(say: Translator) -> list[int]:
    """Return the order of the columns. A name of two words is first, where there is room for it on one line."""
    return sorted(range(len(COLUMNS)), key=lambda column: " " not in say.t(COLUMNS[column]))


def _standing(
    view: EdgeView, player: PlayerView, say: Translator, touched: set[tuple[int, str]], changes: Changes
) -> records.Standing:
    banner = banner_of(view, pack(view.pack), player.seat)
    assert banner is not None
    agents = player.pool + sum(player.agents.values())
    counts = (
        ("reputation", "reputation", player.reputation), ("coins", "coin", player.coins),
        ("influence", "influence", player.influence), ("goodwill", "goodwill", player.goodwill),
        ("agents", f"guild_agent{banner.guild}", agents), ("defence", "defence", player.defence_value),
    )  # fmt: skip
    found = [records.Cell(icon, number, (player.seat, what) in touched) for what, icon, number in counts]
    cells = tuple(found[column] for column in _order(say))
    won = view.over and player.seat in changes.winners
    return records.Standing(player.seat, banner, say.seat(player.seat), cells, player.seat in view.to_act, won)


def _touched(events: Sequence[Event]) -> set[tuple[int, str]]:
    """Return the counts that the latest events changed, as pairs of seat and count."""
    found: set[tuple[int, str]] = set()
    for event in events:
        if event.seen_by(None):
            found |= _touches(event.body)
    return found


def _touches(body: Body) -> set[tuple[int, str]]:
    """Return the counts that an event changes."""
    match body:
        case ev.Changed():
            return {(body.seat, body.what)}
        case ev.Trained():
            return {(body.seat, "agents")}
        case ev.Defended():
            return {(body.seat, "reputation" if body.success else "defence")}
        case ev.PaidOwner():
            return {(body.seat, "coins"), (body.owner, "coins")}
        case ev.Drafted():
            paid = {(body.seat, "influence")} if body.skipped else set[tuple[int, str]]()
            return paid | ({(body.seat, "goodwill")} if body.goodwill else set())
        case ev.Drew() if body.goodwill:
            return {(body.seat, "goodwill")}
        case _:
            return set()
