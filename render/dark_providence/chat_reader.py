"""Reads the chat board's records from a view. They hold public facts only, so all viewers see the same picture."""

from collections.abc import Sequence
from dataclasses import replace

from render.dark_providence.board_records import Mythos, Track
from render.dark_providence.chat_records import ChatBoard, ChatHead, Place, Plate, Row, Standing, Standings
from render.dark_providence.piece_names import agents_of, control_name, influence_of, lock_name
from render.dark_providence.piece_reader import colour_of, read_pieces
from render.dark_providence.recent_changes import OLD_ONE, Changes, read_public_changes
from render.dark_providence.solo_reader import GOALS
from render.dark_providence.view_reader import headline, read_actions, read_mythos, read_roads
from render.sheets import board_header
from render.text.text_layout import Style, shorten
from rules.dark_providence.content.load import pack
from rules.dark_providence.content.records import Content
from rules.dark_providence.state.view import CityView, MythosView, PlayerView, ProvidenceView
from rules.dark_providence.words.board import setup_choice, special_markers
from rules.kernel.data.events import Event
from rules.kernel.words.translation import N_, Translator

#: The headings of the columns of the table of players.
WORDS = (N_("VP"), N_("Influence"), N_("Agents"), N_("Madness"))
#: The importance of news that is never left out.
ALWAYS = 3
#: Names are shortened to this width in sentences, where two long names would leave no room for anything else.
NAME = Style(33, "text")
NAME_ROOM = 300


def read_chat_board(view: ProvidenceView, say: Translator, events: Sequence[Event]) -> ChatBoard:
    """Read the records of the whole chat board."""
    content = pack(view.pack)
    changes = read_public_changes(_with_short_names(view, say), events)
    return ChatBoard(
        head=_head(view, content, say, changes),
        places=tuple(
            Place(content.cities[city.id].where, _plate(view, content, city, say, changes)) for city in view.cities
        ),
        roads=read_roads(content),
        row=Row(say.t("Mythos"), tuple(_mythos(view, content, card, say, changes) for card in view.row)),
        standings=_standings(view, content, say, changes),
    )


def _with_short_names(view: ProvidenceView, say: Translator) -> Translator:
    return say.with_names([shorten(say.seat(player.seat), NAME, NAME_ROOM) for player in view.players])


# -- the head -------------------------------------------------------------------------------------------------


def _head(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> ChatHead:
    acting = view.players[view.to_act[0]].colour if len(view.to_act) == 1 else None
    icon = board_header.icon_of(acting, view.over)
    told = changes.told
    if view.over:
        # The picture shows the VP before final scoring. The points from final scoring are on the score sheet.
        told = (*told, (ALWAYS, say.t("Before the final count")))
    elif view.phase == "setup":
        told = (*told, (ALWAYS, setup_choice(say, view)))
    # While another player reacts, the actions left are not theirs.
    actions = read_actions(view) if view.turn and view.to_act == [view.turn.seat] else 0
    return ChatHead(headline(view, content, say, changes), icon, _detail(view, content, say, actions), actions, told)


def _detail(view: ProvidenceView, content: Content, say: Translator, actions: int) -> str:
    """Return the text at the right of the headline: the actions left, or the part of the match."""
    if view.phase == "old_one" and view.old_one:
        return say.name(content.old_ones[view.old_one.id].name)
    if actions > 0:
        return say.n("{n} action", "{n} actions", actions)
    return say.t("Set-up") if view.phase == "setup" else ""


# -- cities ---------------------------------------------------------------------------------------------------


def _plate(view: ProvidenceView, content: Content, city: CityView, say: Translator, changes: Changes) -> Plate:
    name = say.name(content.cities[city.id].name)
    asset = say.name(content.assets[city.asset].name) if city.asset else ""
    signs = _signs(view, say, city, name)
    asset_signs = _lock_and_influence(view, say, (city.asset, asset), city.asset_lock, city.asset_marks)
    return Plate(
        id=city.id,
        name=name,
        control=city.control,
        gate=city.gate,
        controller=colour_of(view, city.controller),
        face=city.gate_face,
        gate_owner=colour_of(view, city.gate_owner),
        signs=tuple(signs),
        asset=asset,
        asset_id=city.asset,
        asset_signs=tuple(asset_signs),
        mark=changes.targets.get(city.id, ""),
        asset_mark=changes.targets.get(city.asset, "") if city.asset else "",
        control_name=control_name(view, say, city, name),
        gate_name=f"{name}: {say.t('gate')}",
        sign_pieces=tuple(signs.values()),
        asset_sign_pieces=tuple(asset_signs.values()),
    )


def _signs(view: ProvidenceView, say: Translator, city: CityView, name: str) -> dict[str, tuple[str, str]]:
    """Return a city's lock, special markers, agents by owner, and influence by owner, with their keys and names."""
    others = _lock_and_influence(view, say, (city.id, name), city.lock, city.marks)
    lock = [sign for sign in others if sign == "{lock}"]
    signs = {sign: others.pop(sign) for sign in lock}
    names = special_markers(say, city)
    for icon, count in read_pieces(city):
        signs[f"{{{icon}}}{_above_one(count)}"] = (f"marker:{icon}:{city.id}", f"{name}: {names[icon]}")
    agents: dict[str, list[int | None]] = {}
    for agent in view.agents:
        if agent.city == city.id:
            colour = colour_of(view, agent.owner)
            agents.setdefault("deep_one" if colour is None else f"agent{colour}", []).append(agent.owner)
    for icon, owners in sorted(agents.items()):
        key = f"agents:{city.id}:{'none' if owners[0] is None else owners[0]}"
        signs[f"{{{icon}}}{_above_one(len(owners))}"] = (key, agents_of(view, say, name, owners[0]))
    return signs | others


def _above_one(count: int) -> str:
    return str(count) if count > 1 else ""


def _lock_and_influence(
    view: ProvidenceView, say: Translator, item: tuple[str, str], lock: bool, marks: Sequence[int]
) -> dict[str, tuple[str, str]]:
    """Return the lock and the influence on a city or a card, with their keys and names.

    `item` is the id and the name of the city or card.
    """
    item_id, name = item
    signs = {"{lock}": (f"lock:{item_id}", lock_name(say, name))} if lock else {}
    for owner, count in enumerate(marks):
        if count and (colour := colour_of(view, owner)) is not None:
            key = f"influence:{item_id}:{owner}"
            signs[f"{{cube{colour}}}{count}"] = (key, influence_of(view, say, name, owner))
    return signs


def _mythos(view: ProvidenceView, content: Content, card: MythosView, say: Translator, changes: Changes) -> Mythos:
    """Read a card of the mythos row without the sign of a sanity test, which no word of the picture explains."""
    found = read_mythos(view, content, card, say, changes)
    return replace(found, worth=found.worth.removesuffix("{sanity}").strip())


# -- the standings --------------------------------------------------------------------------------------------


def _standings(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> Standings:
    vp, influence, agents, madness = (say.t(word) for word in WORDS)
    return Standings(
        words=(vp, influence, agents, madness),
        rows=(*(_player(view, player, say, changes) for player in view.players), *_foes(view, content, say, changes)),
        tracks=_tracks(view, say, changes),
        end=say.t("ends at {n} VP", n=view.threshold),
        control=say.t("control"),
        gate=say.t("gate"),
        goal=_goal(view, content, say),
    )


def _tracks(view: ProvidenceView, say: Translator, changes: Changes) -> tuple[Track, ...]:
    values, marks = tuple(view.tracks), changes.tracks
    return (
        Track("investigation", say.t("Investigation"), values, view.investigation, marks.get("investigation", "")),
        Track("ritual", say.t("Ritual"), values, view.ritual, marks.get("ritual", "")),
    )


def _cells(vp: str, supply: int, colour: int, agents: int, madness: int) -> tuple[str, str, str, str]:
    """Return the cells of a row. Zeros are left out, except for the VP."""
    counts = ((supply, f"cube{colour}"), (agents, f"agent{colour}"), (madness, "madness"))
    influence, people, mind = (f"{{{icon}}}{count}" if count else "" for count, icon in counts)
    return vp, influence, people, mind


def _player(view: ProvidenceView, player: PlayerView, say: Translator, changes: Changes) -> Standing:
    agents = sum(agent.owner == player.seat for agent in view.agents)
    return Standing(
        key=f"seat:{player.seat}",
        icon=f"seat{player.colour}",
        name=say.seat(player.seat),
        cells=_cells(str(player.vp), player.supply, player.colour, agents, player.madness),
        colour=player.colour,
        # The viewer's own card is left out until everyone knows it.
        allegiance=(player.allegiance or "") if view.over or player.revealed else "",
        # At the end, the allegiance takes the label's place.
        gain="" if view.over else changes.gain(player.seat),
        acting=player.seat in view.to_act,
        changed=player.seat in changes.owners,
    )


def _foes(view: ProvidenceView, content: Content, say: Translator, changes: Changes) -> list[Standing]:
    """Return the rows of the Great Old One and its cultists in solo play."""
    foe = view.old_one
    if foe is None:
        return []
    madness = f"{{madness}}{foe.madness}" if foe.madness else ""
    rows = [
        Standing(
            "seat:old_one", "old_one", say.name(content.old_ones[foe.id].name), (str(foe.vp), "", "", madness), None,
            gain=changes.gain(OLD_ONE), acting=view.phase == "old_one", changed=OLD_ONE in changes.owners,
        )
    ]  # fmt: skip
    for cultist in foe.cultists:
        agents = sum(agent.owner == cultist.owner for agent in view.agents)
        name = say.name(content.cultists[cultist.id].name)
        cells = _cells("", cultist.supply, cultist.colour, agents, 0)
        changed = cultist.owner in changes.owners
        key, icon = f"cultist:{cultist.id}", f"seat{cultist.colour}"
        rows.append(Standing(key, icon, name, cells, cultist.colour, changed=changed))
    return rows


def _goal(view: ProvidenceView, content: Content, say: Translator) -> str:
    """Return the Great Old One's goal and its progress, or "" outside solo play."""
    foe = view.old_one
    if foe is None:
        return ""
    reached, needed = foe.goal
    return f"{say.t(GOALS[content.old_ones[foe.id].goal.goal])} {reached}/{needed}"
