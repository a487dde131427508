"""Reads the pictures' records from a view. No other module in this folder knows how the view is structured."""

from collections.abc import Sequence
from functools import lru_cache

from render.edge_of_darkness import board_records, card_wording, effect_icons
from render.edge_of_darkness.recent_changes import Changes, read_changes
from render.sheets import board_header
from render.sheets.board_header import Head
from rules.edge_of_darkness.content.load import Contact, Content, Slip, Starter, pack
from rules.edge_of_darkness.state.view import CardView, EdgeView, LocationView, PlayerView, SlotView, SpotView
from rules.edge_of_darkness.words.cards import effect_text
from rules.kernel.content.packs import BASE
from rules.kernel.data.events import Event
from rules.kernel.words.translation import N_, Translator

#: The names of the spaces in the Street, starting at the deck.
PLACES = (N_("5th"), N_("4th"), N_("3rd"), N_("2nd"), N_("1st"))
PHASES = {
    "prologue": N_("Prologue"),
    "assembly": N_("Assembly phase"),
    "action": N_("Action phase"),
    "over": N_("Final scores"),
}


@lru_cache(maxsize=1024)
def slip_of(slip_id: str, locale: str, used: bool = False, pack_name: str = BASE) -> board_records.Slip:
    """Return the record of an advancement of a content pack."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record, home = content.slips[slip_id], content.slip_home[slip_id]
    full = effect_text(say, content, home.contact.effect, home.id, icons=True, timing=home.contact.timing)
    return _slip(content, say, record, home.contact, home.id, full, used)


@lru_cache(maxsize=256)
def starter_of(starter_id: str, locale: str, used: bool = False, pack_name: str = BASE) -> board_records.Slip:
    """Return the record of a Citizen or a Patrician of a content pack."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.starters[starter_id]
    full = effect_text(say, content, record.effect, "", icons=True, timing="turn")
    return _slip(content, say, record, record, "", full, used)


def _slip(
    content: Content, say: Translator, record: Slip | Starter, face: Contact | Starter, home: str, full: str, used: bool
) -> board_records.Slip:
    """Return the record of a slip with both sides: the contact or the starter's effect, and the threat."""
    return board_records.Slip(
        seed=record.role if isinstance(record, Starter) else home,
        name=say.name(face.name),
        short=effect_icons.icons_of(face.effect),
        full=full,
        cubes=record.cubes,
        threat=say.name(record.threat.name),
        damage=record.threat.damage,
        rewards=effect_icons.reward_icons(record.threat.rewards),
        threat_text=card_wording.threat_sentences(say, content, record.threat, home),
        spent=used,
        flavour=say.flavour(face.flavour),
        threat_flavour=say.flavour(record.threat.flavour),
    )


def mark_of(content: Content, guild: str) -> int:
    """Return a Guild's index in theme.GUILDS, which is its position in the pack."""
    return list(content.guilds).index(guild)


def banner_of(view: EdgeView, content: Content, seat: int | None) -> board_records.Banner | None:
    """Return a seat's banner."""
    if seat is None:
        return None
    guild = view.players[seat].guild
    return board_records.Banner(mark_of(content, guild), content.guilds[guild].sigil)


def read_card(view: EdgeView, shown: CardView, say: Translator, *, in_play: bool = False) -> board_records.Card:
    """Read one card. If the card is in play, effects already used this turn are marked as used."""
    content = pack(view.pack)
    slips: dict[str, board_records.Slip] = {}
    for slot in shown.slots:
        spent = in_play and slot.used
        slips[slot.slot] = (
            slip_of(slot.slip, say.locale, spent, view.pack)
            if slot.slip
            else starter_of(shown.id, say.locale, spent, view.pack)
        )
    threats = [content.slips[s.slip].threat if s.slip else content.starters[shown.id].threat for s in shown.slots]
    return board_records.Card(
        seed=shown.id,
        banner=banner_of(view, content, shown.owner),
        slips=tuple(slips.get(slot) for slot in board_records.SLOTS),
        damage=shown.damage,
        rewards=effect_icons.reward_icons([op for threat in threats for op in threat.rewards]),
        penalty=effect_icons.penalty_icons([op for threat in threats for op in threat.unless_defended]),
    )


def filled_slots(card: CardView, shown: board_records.Card) -> list[tuple[SlotView, board_records.Slip]]:
    """Return a card's filled slots with their slips."""
    slips = dict(zip(board_records.SLOTS, shown.slips, strict=True))
    return [(slot, slip) for slot in card.slots if (slip := slips[slot.slot]) is not None]


def by_guild(view: EdgeView, counts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return pairs of Guild and count for counts by seat, leaving out zeros.

    The last count is the number of black cubes, whose Guild is -1.
    """
    content = pack(view.pack)
    guilds = [*(mark_of(content, player.guild) for player in view.players), -1]
    return tuple((guild, count) for guild, count in zip(guilds, counts, strict=False) if count)


def _street(view: EdgeView, say: Translator, changes: Changes) -> tuple[board_records.StreetCard, ...]:
    cards = [view.sixth, *reversed((view.street + [None] * 5)[:5])]
    places, street = ["{deck}", *map(say.t, PLACES)], say.t("The Street")
    names = [f"{street}: {place}" for place in (say.t("6th"), *places[1:])]
    return tuple(
        board_records.StreetCard(
            read_card(view, card, say) if card else None,
            place,
            space,
            name,
            card.influence if card else 0,
            (changes.cards.get(card.id) or (say.t("skipped") if card.id in view.skipping else "")) if card else "",
        )
        for card, place, space, name in zip(cards, places, range(len(cards), 0, -1), names, strict=True)
    )


def _tray(view: EdgeView, spot: SpotView, say: Translator, changes: Changes) -> board_records.Tray:
    return board_records.Tray(
        spot.spot,
        f"{say.t('Threat tower')}: {spot.spot}",
        read_card(view, spot.card, say) if spot.card else None,
        by_guild(view, spot.cubes),
        view.threshold,
        changes.spots.get(spot.spot, ""),
    )


def _place(view: EdgeView, place: LocationView, say: Translator, changes: Changes) -> board_records.Place:
    record = pack(view.pack).locations[place.id]
    left: list[int | None] = []
    for slot in board_records.SLOTS:
        counts = [place.supply.get(slip.id, 0) for slip in record.slips if slip.slot == slot]
        left.append(sum(counts) if counts else None)
    return board_records.Place(
        seed=record.id,
        name=say.name(record.name),
        contact=effect_icons.icons_of(record.contact.effect),
        ability=card_wording.ability_icons(record),
        agents=by_guild(view, place.agents),
        left=tuple(left),
        owners=tuple(f"{say.t('Agents')}: {say.seat(seat)}" for seat, count in enumerate(place.agents) if count),
        mark=changes.places.get(place.id, ""),
    )


def read_player(view: EdgeView, player: PlayerView, say: Translator, changes: Changes) -> board_records.Player:
    """Read one player's board, Guild Hall and hand. Before the first round, the hand consists of the starters."""
    content = pack(view.pack)
    guild = content.guilds[player.guild]
    seat = player.seat
    is_own_turn = view.turn is not None and view.turn.seat == seat
    hand = player.hand or (player.starters if view.phase == "prologue" else [])
    mark = changes.seats.get(seat, "")
    labels = {mark} if mark else set(changes.cards.values())
    return board_records.Player(
        seat=seat,
        name=say.seat(seat),
        banner=board_records.Banner(mark_of(content, player.guild), guild.sigil),
        guild=say.name(guild.name),
        coins=player.coins,
        influence=player.influence,
        goodwill=player.goodwill,
        reputation=player.reputation,
        pool=player.pool,
        placed=sum(player.agents.values()),
        untrained=player.untrained,
        slips=player.slips,
        defence=player.defence_value,
        guild_cards=player.guild_cards,
        zone=by_guild(view, player.zone),
        staged=by_guild(view, player.staged),
        hand=tuple(read_card(view, card, say, in_play=is_own_turn) for card in hand),
        hall=tuple(read_card(view, card, say) for card in player.hall),
        acting=seat in view.to_act,
        first=view.first == seat,
        battle=view.turn.battle if is_own_turn and view.turn else 0,
        hunting=bool(is_own_turn and view.turn and view.turn.may_hunt),
        mark=mark,
        # The strip's label is drawn at the last of these cards, so only cards with the same label are included.
        touched=tuple(card.id for card in hand if changes.cards.get(card.id, "") in labels),
    )


def headline(view: EdgeView, say: Translator, changes: Changes) -> str:
    """Return the headline, which names the seat whose turn it is or the winners."""
    if view.over:
        return board_header.ending(say, changes.winners)
    return board_header.headline(say, view.to_act, turn=view.active is None or view.to_act == [view.active])


def _round(view: EdgeView, say: Translator) -> str:
    """Return the name of the current round."""
    if view.phase == "prologue":
        return say.t("Prologue")
    return say.t("Round {n} of {rounds}", n=min(view.round, view.rounds), rounds=view.rounds)


def _head(view: EdgeView, say: Translator, changes: Changes) -> Head:
    phase = say.t("before round 1") if view.phase == "prologue" else say.t(PHASES[view.phase])
    alone = mark_of(pack(view.pack), view.players[view.to_act[0]].guild) if len(view.to_act) == 1 else None
    icon = board_header.icon_of(alone, view.over, "guild")
    return Head(headline(view, say, changes), icon, changes.news, _round(view, say), phase, view.over)


def words(view: EdgeView, say: Translator) -> board_records.Words:
    """Return the fixed texts on the board in the language of `say`."""
    return board_records.Words(
        tower=say.t("Threat tower"),
        threshold=f"{view.threshold}{{cube}} {{arrow}} {{damage}}",
        empty=say.t("empty until the deck is reshuffled"),
        street=say.t("The Street is laid when the prologue ends."),
    )


def read_board(view: EdgeView, say: Translator, events: Sequence[Event] = ()) -> board_records.Board:
    """Read the records of the whole board."""
    changes = read_changes(view, say, events)
    return board_records.Board(
        head=_head(view, say, changes),
        track=board_records.Track(
            _round(view, say),
            (say.t("Cards in the deck"), say.t("Discard pile"), say.t("Cubes in the bag"), say.t("Cubes set aside")),
            0 if view.phase == "prologue" else view.round, view.rounds, view.stack_count, len(view.discard),
            sum(view.bag), sum(view.aside),
        ),
        tower=tuple(_tray(view, spot, say, changes) for spot in view.tower),
        street=_street(view, say, changes),
        places=tuple(_place(view, place, say, changes) for place in view.locations),
        players=tuple(read_player(view, player, say, changes) for player in view.players),
        words=words(view, say),
    )  # fmt: skip
