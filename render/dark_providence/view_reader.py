"""Reads the board's records from a view."""

from collections.abc import Sequence

from render.dark_providence.board_records import Asset, Board, City, Mythos, Player, Road, Side, Track
from render.dark_providence.piece_names import control_name, influence_name, lock_name
from render.dark_providence.piece_reader import colour_of, marks_of, read_agents, read_crypt, read_lead, read_pieces
from render.dark_providence.recent_changes import OLD_ONE, Changes, read_changes
from render.dark_providence.solo_reader import read_old_one
from render.sheets import board_header
from render.sheets.board_header import Head
from rules.dark_providence.content.load import pack
from rules.dark_providence.content.records import Content
from rules.dark_providence.state.view import CityView, MythosView, PlayerView, ProvidenceView
from rules.dark_providence.words.board import special_markers
from rules.kernel.data.events import Event
from rules.kernel.words.translation import N_, Translator

#: The names of the allegiances on a player's strip.
ALLEGIANCES = {
    "investigator": N_("Investigator"),
    "cultist": N_("Cultist"),
    "ex_investigator": N_("Dissenter"),
    "ex_cultist": N_("Dissenter"),
}
#: The icons of a player's counts of cards, with their names.
PILES = (("hand", N_("Hand")), ("deck", N_("Deck")), ("discard", N_("Discard pile")))


def _asset(view: ProvidenceView, content: Content, city: CityView, say: Translator, changes: Changes) -> Asset | None:
    if not city.asset:
        return None
    card = content.assets[city.asset]
    name = say.name(card.name)
    return Asset(
        name=name,
        agent=card.agent is not None,
        stack=city.stack,
        lock=city.asset_lock,
        marks=marks_of(view, city.asset_marks),
        mark=changes.targets.get(city.asset, ""),
        id=city.asset,
        lock_name=lock_name(say, name),
        marks_name=influence_name(say, name),
    )


def _city(view: ProvidenceView, content: Content, city: CityView, say: Translator, changes: Changes) -> City:
    record = content.cities[city.id]
    name = say.name(record.name)
    return City(
        id=city.id,
        where=record.where,
        name=name,
        control=city.control,
        gate=city.gate,
        controller=colour_of(view, city.controller),
        face=city.gate_face,
        gate_owner=colour_of(view, city.gate_owner),
        lock=city.lock,
        marks=marks_of(view, city.marks),
        agents=read_agents(view, content, say, city, changes.agents),
        asset=_asset(view, content, city, say, changes),
        pieces=read_pieces(city),
        icons=tuple(content.city_cards[city.id].icons.items()),
        mark=changes.targets.get(city.id, ""),
        gate_name=f"{name}: {say.t('gate')}",
        marks_name=influence_name(say, name),
        control_name=control_name(view, say, city, name),
        lock_name=lock_name(say, name),
        piece_names=tuple(f"{name}: {marker}" for marker in special_markers(say, city).values()),
    )


def read_mythos(view: ProvidenceView, content: Content, card: MythosView, say: Translator, changes: Changes) -> Mythos:
    """Read a card of the mythos row."""
    record = content.mythos[card.id]
    worth = [f"{record.vp}{{vp}}"] if record.vp else []
    worth += [f"{record.green}{{vp_green}}"] if record.green else []
    worth += ["{sanity}"] if record.sanity else []
    name = say.name(record.name)
    return Mythos(
        card.id,
        name,
        " ".join(worth),
        card.lock,
        marks_of(view, card.marks),
        changes.targets.get(card.id, ""),
        lock_name(say, name),
        influence_name(say, name),
    )


def _side(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> Side:
    values = tuple(view.tracks)
    marks = changes.tracks
    return Side(
        title=say.t("Mythos"),
        deck=view.mythos_deck,
        deck_name=f"{say.t('Mythos')}: {say.t('Deck')}",
        empty=say.t("no mythos cards in the row"),
        row=tuple(read_mythos(view, content, card, say, changes) for card in view.row),
        tracks=(
            Track("investigation", say.t("Investigation"), values, view.investigation, marks.get("investigation", "")),
            Track("ritual", say.t("Ritual"), values, view.ritual, marks.get("ritual", "")),
        ),
        goal=say.t("ends at {n} VP", n=view.threshold),
    )


def _player(view: ProvidenceView, content: Content, player: PlayerView, say: Translator, changes: Changes) -> Player:
    # The board picture is public, so it leaves out the viewer's secrets.
    public = view.over or player.revealed or view.viewer is None
    allegiance = player.allegiance if public and player.allegiance else ""
    counts = (
        (f"cube{player.colour}", player.supply), ("pool", player.pool), ("limbo", player.limbo),
        ("hand", player.hand_count), ("deck", player.deck_count), ("discard", player.discard_count),
        ("control", player.controls), ("frame", player.frames),
    )  # fmt: skip
    return Player(
        seat=player.seat,
        colour=player.colour,
        name=say.seat(player.seat),
        lead=say.name(content.leads[player.lead].name) if player.lead else say.t("no lead agent yet"),
        token=read_lead(view, say, player) if player.lead else None,
        vp=player.vp,
        counts=tuple((icon, str(count)) for icon, count in counts),
        sane=player.sane,
        madness=player.madness,
        mythos=tuple((card, say.name(content.mythos[card].name)) for card in player.mythos),
        piles=tuple((f"{icon}:{player.seat}", f"{say.seat(player.seat)}: {say.t(word)}") for icon, word in PILES),
        allegiance=allegiance,
        allegiance_name=say.t(ALLEGIANCES[allegiance] if allegiance else "Allegiance"),
        crypt=tuple(read_crypt(view, content, say, agent) for agent in player.crypt),
        acting=player.seat in view.to_act,
        first=view.first == player.seat and view.seats > 1,
        mark=changes.owners.get(player.seat, ""),
    )


def headline(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> str:
    """Return the headline, which names the seat whose turn it is or the winner."""
    foe = view.old_one
    if view.over:
        if OLD_ONE in changes.winners and foe:
            return say.n("{names} wins", "{names} win", 1, names=say.name(content.old_ones[foe.id].name))
        return board_header.ending(say, changes.winners)
    if view.turn is not None and view.to_act == [view.turn.seat] and view.phase == "play":
        return say.t("{player}'s turn", player=say.seat(view.turn.seat))
    return board_header.headline(say, view.to_act, turn=False)


def _playing(view: ProvidenceView) -> bool:
    return view.phase == "play" and view.turn is not None and not view.over


def read_actions(view: ProvidenceView) -> int:
    """Return the number of actions left in the current turn."""
    return view.turn.actions if view.turn and _playing(view) else 0


def _head(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> Head:
    turn = say.t("Turn {n}", n=view.turns) if view.turns else ""
    label = say.t("Set-up")
    if _playing(view):
        label = say.n("{n} action", "{n} actions", read_actions(view))
    elif view.over:
        # The board shows the VP before final scoring. The points from final scoring are on the score sheet.
        label, turn = turn, say.t("Before the final count")
    elif view.phase == "old_one" and view.old_one:
        label = say.name(content.old_ones[view.old_one.id].name)
    colour = view.players[view.to_act[0]].colour if len(view.to_act) == 1 else None
    icon = board_header.icon_of(colour, view.over)
    return Head(headline(view, content, say, changes), icon, changes.news, label, turn, view.over)


def read_roads(content: Content) -> tuple[Road, ...]:
    """Return all routes of a pack."""
    return tuple(Road((city.id, route.to), route.cost) for city in content.cities.values() for route in city.routes)


def read_board(view: ProvidenceView, say: Translator, events: Sequence[Event] = ()) -> Board:
    """Read the records of the whole board."""
    content = pack(view.pack)
    changes = read_changes(view, say, events)
    return Board(
        head=_head(view, content, say, changes),
        actions=read_actions(view),
        cities=tuple(_city(view, content, city, say, changes) for city in view.cities),
        roads=read_roads(content),
        side=_side(view, content, say, changes),
        players=tuple(_player(view, content, player, say, changes) for player in view.players),
        old_one=read_old_one(view, content, say, changes),
    )
