"""The table as text, for players who can't see or can't load the picture."""

from __future__ import annotations

from rules.dark_providence.content.component_counts import AGENT_LIMIT, MADNESS_LIMIT
from rules.dark_providence.content.load import pack
from rules.dark_providence.state.view import CityView, OldOneView, PlayerView, ProvidenceView
from rules.dark_providence.words.cards import card_lines, line_of
from rules.dark_providence.words.names import (
    GATE_FACES,
    agent_name,
    agent_view,
    allegiance_name,
    card_name,
    city_name,
    content_of,
    cultist_name,
    holder_name,
    icons_text,
    initials,
    marks_text,
    old_one_name,
    own_seat,
)
from rules.dark_providence.words.solo import goal_text, short_order_text
from rules.kernel.words.translation import N_, Translator
from rules.kernel.words.waiting_text import waiting_text

#: The maximum length in characters: four Discord messages. Longer texts first omit discarded cards, then crypts.
LIMIT = 7400
PHASES = {
    "setup": N_("Setting up"),
    "play": N_("Play"),
    "old_one": N_("The Great Old One's turn"),
    "over": N_("Final scores"),
}


def board_text(say: Translator, view: ProvidenceView, *beside: ProvidenceView) -> str:
    """Return the text of the whole table in paragraphs: state of play, cities, players, texts of face-up cards.

    If the text of `view` or of a view in `beside` would be too long, a shorter version is used for all these views. The
    texts of two views can therefore be compared, because they have the same form.
    """
    texts: list[str] = []
    for brief in range(3):
        texts = [_board(say, one, brief) for one in (view, *beside)]
        if max(map(len, texts)) <= LIMIT:
            break
    return texts[0]


def whole_board_text(say: Translator, view: ProvidenceView) -> str:
    """Return the text of the whole table with nothing left out."""
    return _board(say, view, 0)


def _board(say: Translator, view: ProvidenceView, brief: int) -> str:
    cities = [say.t("Cities"), *(f"• {_city(say, view, city, brief)}" for city in view.cities)]
    parts = [[_head(say, view)], _old_one_lines(say, view), [_row(say, view)], cities]
    parts += [[_player(say, view, player, brief)] for player in view.players]
    parts += [_unused_allegiances(say, view), _initials(say, view), _face_up(say, view)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


# -- state of play --------------------------------------------------------------------------------------------


def phase_text(say: Translator, view: ProvidenceView) -> str:
    """Return the state of play: the player whose turn it is and the number of actions left."""
    if view.phase != "play" or view.turn is None:
        return say.t(PHASES[view.phase])
    player = say.seat(view.turn.seat)
    return say.n(
        "{player}'s turn, {n} action left", "{player}'s turn, {n} actions left", view.turn.actions, player=player
    )


def setup_choice(say: Translator, view: ProvidenceView) -> str:
    """Return what the players choose at this point of the set-up."""
    has_leads = all(player.lead for player in view.players)
    return say.t("Now: the choice of a city") if has_leads else say.t("Now: the choice of a colour or a lead agent")


def _head(say: Translator, view: ProvidenceView) -> str:
    first = [f"{phase_text(say, view)}.", waiting_text(say, view), say.t("The game ends at {n} VP.", n=view.threshold)]
    if view.phase == "setup":
        first.insert(1, f"{setup_choice(say, view)}.")
    if view.over:
        first.insert(1, say.t("Before the final count") + ".")
    if view.turns:
        first.insert(0, say.t("Turn {n}", n=view.turns) + ".")
    parts = [
        " ".join(filter(None, first)),
        _track(say, view, view.ritual, N_("Ritual: space {space} of {last}, worth {points} VP.")),
        _track(say, view, view.investigation, N_("Investigation: space {space} of {last}, worth {points} VP.")),
        say.t("VP of the spaces, from space 0: {points}.", points=", ".join(map(str, view.tracks))),
        say.t("Locks left: {locks}; Deep Ones left: {deep_ones}.", locks=view.locks, deep_ones=view.deep_ones),
        say.t("Secret stock: {stock}; free city cards: {cards}.",
              stock=view.stock, cards=len(view.area_e)),
        bag_text(say, view),
    ]  # fmt: skip
    return "\n".join(parts)


def _track(say: Translator, view: ProvidenceView, space: int, line: str) -> str:
    return say.t(line, space=space, last=len(view.tracks) - 1, points=view.tracks[space])


def bag_text(say: Translator, view: ProvidenceView) -> str:
    """Return the text of the tokens in the sanity bag."""
    return say.t(
        "Sanity bag: {madness} of {all} tokens are Madness, {sane} are sane.",
        madness=view.bag[1], all=sum(view.bag), sane=view.bag[0],
    )  # fmt: skip


def sanity_text(say: Translator, view: ProvidenceView) -> str:
    """Return the text of the viewer's chances in a sanity test."""
    own = own_seat(view)
    odds = say.t(
        "Then you take a sanity test: {madness} of {all} tokens are Madness, and you have {n}.",
        madness=view.bag[1], all=sum(view.bag), n=own.madness,
    )  # fmt: skip
    is_steady = any("steady" in card.ongoing for name in own.mythos if (card := pack(view.pack).mythos.get(name)))
    if is_steady or own.madness >= MADNESS_LIMIT:
        return odds
    return f"{odds} {say.t('The third drives you mad.')}"


def _row(say: Translator, view: ProvidenceView) -> str:
    cards = [_marked(say, view, card_name(say, card.id), card.marks, card.lock) for card in view.row]
    return say.n(
        "Mythos row: {cards}; {n} card in the deck.", "Mythos row: {cards}; {n} cards in the deck.",
        view.mythos_deck, cards=", ".join(cards) or say.t("empty"),
    )  # fmt: skip


def _marked(say: Translator, view: ProvidenceView, name: str, marks: list[int], lock: bool) -> str:
    told = [marks_text(say, view, marks), say.t("locked") if lock else ""]
    details = "; ".join(part for part in told if part)
    return f"{name} [{details}]" if details else name


# -- cities -----------------------------------------------------------------------------------------------------


def _city(say: Translator, view: ProvidenceView, city: CityView, brief: int) -> str:
    head = say.t(
        "{city} (control {control}: {owner}; gate {gate}: {face})",
        city=city_name(say, city.id), control=city.control, owner=holder_name(say, view, city.controller),
        gate=city.gate, face=_gate(say, view, city),
    )  # fmt: skip
    told = [
        marks_text(say, view, city.marks),
        ", ".join(_agent(say, view, agent) for agent in city.agents),
        *_signs(say, city),
        _stack(say, view, city),
        say.t("city card: {resources}", resources=_brings(say, view, city)),
    ]
    return f"{head}: " + "; ".join(part for part in told if part)


def _gate(say: Translator, view: ProvidenceView, city: CityView) -> str:
    face = say.t(GATE_FACES[city.gate_face])
    return f"{face}, {holder_name(say, view, city.gate_owner)}" if city.gate_face else face


def _signs(say: Translator, city: CityView) -> list[str]:
    """Return the names of the lock and the special markers in a city."""
    return [*([say.t("locked")] if city.lock else []), *special_markers(say, city).values()]


def special_markers(say: Translator, city: CityView) -> dict[str, str]:
    """Return the names of the special markers in a city by kind."""
    found: dict[str, str] = {}
    if city.cthulhu:
        found["cthulhu"] = say.t("Cthulhu")
    if city.martial_law:
        found["martial_law"] = say.t("martial law")
    if city.whateleys:
        found["whateley"] = say.n("{n} Whateley marker", "{n} Whateley markers", city.whateleys)
    return found


def _agent(say: Translator, view: ProvidenceView, agent: str) -> str:
    found = agent_view(view, agent)
    name = agent_name(say, agent)
    if found is None or found.kind == "cultist":
        return name
    owner = holder_name(say, view, found.owner)
    return say.t("{owner}'s {agent}, returned", agent=name, owner=owner) if found.returned else f"{name} ({owner})"


def _brings(say: Translator, view: ProvidenceView, city: CityView) -> str:
    """Return the icons of a city's card, as the reminder on the map shows them (DP-BOARD.2)."""
    card = content_of(view).city_cards[city.id]
    return icons_text(say, card.icons) or "–"


def _stack(say: Translator, view: ProvidenceView, city: CityView) -> str:
    if not city.asset:
        return say.t("no asset left")
    asset = _marked(say, view, card_name(say, city.asset), city.asset_marks, city.asset_lock)
    return say.n("asset {asset}, stack {n}", "asset {asset}, stack {n}", city.stack, asset=asset)


# -- players ----------------------------------------------------------------------------------------------------


def _player(say: Translator, view: ProvidenceView, player: PlayerView, brief: int) -> str:
    text = say.t(
        "{player} ({agent}): {vp} VP; influence: supply {supply}, pool {pool}, Limbo {limbo}; "
        "cards: hand {hand}, deck {deck}, discard {discard}; sanity: {sane} sane, {madness} Madness.",
        player=say.seat(player.seat), agent=agent_name(say, player.lead) if player.lead else "–", vp=player.vp,
        supply=player.supply, pool=player.pool, limbo=player.limbo, hand=player.hand_count, deck=player.deck_count,
        discard=player.discard_count, sane=player.sane, madness=player.madness,
    )  # fmt: skip
    own = {"controls": player.controls, "frames": player.frames, "limit": AGENT_LIMIT}
    told = [f"{text} {say.t('Control markers left: {controls}; free frames: {frames} of {limit}.', **own)}"]
    if player.allegiance is not None:
        line = (
            N_("Allegiance: {allegiance}.") if player.revealed or view.over else N_("Allegiance, hidden: {allegiance}.")
        )
        told.append(say.t(line, allegiance=allegiance_name(say, player.allegiance)))
    if player.mythos:
        told.append(say.t("Mythos cards: {cards}.", cards=", ".join(card_name(say, card) for card in player.mythos)))
    if player.crypt and brief < 2:
        told.append(say.t("Crypt: {agents}.", agents=", ".join(agent_name(say, agent) for agent in player.crypt)))
    if player.discard and brief < 1:
        told.append(say.t("Discard pile: {cards}.", cards=", ".join(card_name(say, card) for card in player.discard)))
    return "\n".join(told)


def _unused_allegiances(say: Translator, view: ProvidenceView) -> list[str]:
    """Return the line that lists the allegiance cards set aside; [] while they are hidden."""
    if not view.aside:
        return []
    names = ", ".join(allegiance_name(say, allegiance) for allegiance in view.aside)
    return [say.t("Allegiances no one had: {allegiances}.", allegiances=names)]


def _initials(say: Translator, view: ProvidenceView) -> list[str]:
    """Return the line that explains the initials on the tokens of the picture and the abbreviation of points."""
    tokens = [*(agent.id for agent in view.agents), *(player.lead for player in view.players if player.lead)]
    tokens += [agent for player in view.players for agent in player.crypt]
    found = {agent_name(say, agent): initials(view.pack, agent, say.locale) for agent in tokens}
    lines = [say.t("VP: victory points.")]
    if told := ", ".join(f"{short} {name}" for name, short in sorted(found.items()) if short):
        lines.append(say.t("Initials on the tokens: {names}.", names=told))
    return [" ".join(lines)]


def _face_up(say: Translator, view: ProvidenceView) -> list[str]:
    """Return the texts of all face-up cards, to save readers from looking them up."""
    content, solo = content_of(view), view.old_one is not None
    cards = [*(card.id for card in view.row), *(city.asset for city in view.cities if city.asset)]
    told = [
        say.t("{name}: {text}", name=card_name(say, card), text=line_of(card_lines(say, content, card, solo=solo)))
        for card in cards
    ]
    return [say.t("Face-up cards"), *(f"• {line}" for line in told)] if told else []


# -- solo play --------------------------------------------------------------------------------------------------


def _old_one_lines(say: Translator, view: ProvidenceView) -> list[str]:
    old_one = view.old_one
    if old_one is None:
        return []
    return [_old_one(say, view, old_one), *_cultists(say, view, old_one)]


def opening(say: Translator, view: ProvidenceView) -> str:
    """Return the name of the Great Old One in a solo match, and the goal that makes it win at once."""
    old_one = view.old_one
    if old_one is None:
        return ""
    goal = goal_text(say, content_of(view).old_ones[old_one.id].goal)
    wins = goal[0].lower() + goal[1:]
    return say.t("The Great Old One is {name}: it {wins}", name=old_one_name(say, old_one.id), wins=wins)


def _old_one(say: Translator, view: ProvidenceView, old_one: OldOneView) -> str:
    goal = content_of(view).old_ones[old_one.id].goal
    told = [
        say.t(
            "{name}: {vp} VP, {madness} Madness; goal {reached} of {needed}.",
            name=old_one_name(say, old_one.id), vp=old_one.vp, madness=old_one.madness,
            reached=old_one.goal[0], needed=old_one.goal[1],
        ),
        goal_text(say, goal),
        say.n("Control deck: {n} card.", "Control deck: {n} cards.", old_one.deck_count),
    ]  # fmt: skip
    if old_one.mythos:
        told.append(say.t("Mythos cards: {cards}.", cards=", ".join(card_name(say, card) for card in old_one.mythos)))
    if old_one.kept:
        told.append(say.t("Kept assets: {cards}.", cards=", ".join(card_name(say, card) for card in old_one.kept)))
    if old_one.crypt:
        told.append(say.t("Victims: {agents}.", agents=", ".join(agent_name(say, agent) for agent in old_one.crypt)))
    return " ".join(told)


def _cultists(say: Translator, view: ProvidenceView, old_one: OldOneView) -> list[str]:
    return [_cultist(say, view, old_one, index) for index in range(len(old_one.cultists))]


def _cultist(say: Translator, view: ProvidenceView, old_one: OldOneView, index: int) -> str:
    """Return the text of a cultist, its markers, and its order on the current control card."""
    cultist, content = old_one.cultists[index], content_of(view)
    order = content.controls[old_one.control].orders[index] if old_one.control else None
    where = say.t(
        "{cultist} ({state}) in {city}: supply {supply}, Limbo {limbo}.",
        cultist=cultist_name(say, cultist.owner), state=say.t("revealed") if cultist.revealed else say.t("hidden"),
        city=city_name(say, cultist.city) if cultist.city else "–", supply=cultist.supply, limbo=cultist.limbo,
    )  # fmt: skip
    told = short_order_text(say, order, content.cultists[cultist.id])
    markers = say.t("Control markers left: {n}.", n=cultist.controls)
    return f"{where} {markers} {say.t('Order: {order}.', order=told)}"


# -- text instead of pictures -----------------------------------------------------------------------------------


def alt_text(say: Translator, view: ProvidenceView) -> str:
    """Return one or two sentences that describe the picture, for screen readers."""
    first = say.t("Cthulhu: Dark Providence: {phase}.", phase=phase_text(say, view))
    waits = waiting_text(say, view)
    scores = ", ".join(f"{say.seat(player.seat)} {player.vp}" for player in view.players)
    if view.old_one is not None:
        scores += f", {old_one_name(say, view.old_one.id)} {view.old_one.vp}"
    told = say.t("VP: {scores}; the game ends at {n}.", scores=scores, n=view.threshold)
    return " ".join(part for part in (first, waits, told) if part)
