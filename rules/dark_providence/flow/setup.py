"""Set-up: section 9 of RULES.md, and the additions for solo play in 31.1."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.agents import add_agent, agents_in, cultist_id
from rules.dark_providence.board.allegiance import has_dissenters
from rules.dark_providence.board.deck import draw
from rules.dark_providence.content.component_counts import HAND, Allegiance
from rules.dark_providence.content.load import pack
from rules.dark_providence.content.records import RLYEH, Content, starting_cards
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import ChooseColour, ChooseLead, StartIn
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.state import CultistSide, OldOneSide, Place, Player, Providence, State
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import ColourStep, LeadStep, StartStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import owner_name
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

COLOURS = 5
#: The number of markers that a player takes at the start, including the one for the VP track (DP-SETUP.13).
TAKEN = 7
#: The number of mythos cards in the row and of assets in each stack, by player count (DP-CONT.29).
ROW = {1: 2, 2: 3, 3: 3, 4: 4, 5: 4}
STACK = {1: 2, 2: 3, 3: 3, 4: 4, 5: 4}

#: The possible player counts.
SEATS = range(1, 6)


def content_of(state: State) -> Content:
    """Return a match's content pack."""
    return pack(state.options.pack)


def new_state(seats: int, seed: str | int, options: Options) -> State:
    """Return the state of a new match before its first step. All set-up that needs no decision has been done."""
    content = pack(options.pack)
    if seats not in SEATS:
        raise IllegalAction("Cthulhu: Dark Providence is for 1 to 5 players.", rule="DP-GEN.1")
    if options.starting_player > seats:
        raise IllegalAction("There is no seat {n} to start.", rule="DP-SETUP.28", n=options.starting_player)
    chance = Chance(ChanceState(str(seed)))
    state = State(seats=seats, chance=chance.state, options=options)
    _lay_assets(content, state, chance)
    _lay_mythos(content, state, chance)
    state.area_e = list(content.city_cards)
    dealt, state.aside = deal_allegiances(seats, chance, has_dissenters(options, seats))
    # With this match option, the player's marker on the VP track comes from the supply (DP-SETUP.19).
    supply = TAKEN - 1 if options.vp_marker_from_supply else TAKEN
    for seat in range(seats):
        state.players.append(Player(dealt[seat], colour=seat, supply=supply, pool=18 - supply))
    if seats == 1:
        state.old_one = _old_one(content, options, chance)
    state.first = options.starting_player - 1 if options.starting_player else chance.below("setup/first", seats)
    state.stack.append(Sequence("game"))
    return state


def _lay_assets(content: Content, state: State, chance: Chance) -> None:
    """Deal the shuffled primary assets to the cities' stacks. The rest is the secret stock (DP-SETUP.5 to 10)."""
    cards = chance.shuffle("setup/assets", list(content.assets))
    size = STACK[state.seats]
    for index, city in enumerate(content.cities):
        state.places[city] = Place(cards[index * size : (index + 1) * size])
    state.stock = cards[size * len(content.cities) :]


def _lay_mythos(content: Content, state: State, chance: Chance) -> None:
    """Shuffle the mythos cards and reveal the row; solo play omits three cards (DP-SETUP.11, 12, DP-SOLO.3, 4)."""
    kept = [card.id for card in content.mythos.values() if card.solo or state.seats > 1]
    cards = chance.shuffle("setup/mythos", kept)
    state.row, state.mythos_deck = cards[: ROW[state.seats]], cards[ROW[state.seats] :]


def deal_allegiances(seats: int, chance: Chance, dissenters: bool = True) -> tuple[list[Allegiance], list[Allegiance]]:
    """Return each seat's allegiance, and the cards that are set aside unseen (DP-SETUP.20 to 24, DP-SOLO.2).

    Without dissenters, two players get one card of each side, so that not everyone can drop out.
    """
    if seats == 1:
        return ["investigator"], []
    if not dissenters:
        sides: list[Allegiance] = ["cultist", "investigator"] if seats == 2 else ["cultist", "investigator"] * 2
        sides = chance.shuffle("setup/allegiances", sides)
        return sides[:seats], sides[seats:]
    deck: list[Any] = ["cultist", "investigator", "ex_investigator", "ex_cultist"]
    aside: list[Allegiance] = []
    if seats > 3:
        aside.append(deck.pop(2 + chance.below("setup/dissenter", 2)))
        deck += ["cultist", "investigator"]
    deck = chance.shuffle("setup/allegiances", deck)
    return deck[:seats], [*deck[seats:], *aside]


def _old_one(content: Content, options: Options, chance: Chance) -> OldOneSide:
    """Draw the Great Old One, and set up its cultists and control cards (DP-SOLO.6 to 13)."""
    if options.old_one != "random" and options.old_one not in content.old_ones:
        raise IllegalAction("There is no Great Old One of that name.", rule="DP-SOLO.6")
    drawn = chance.shuffle("setup/old_one", list(content.old_ones))[0]
    return OldOneSide(
        card=drawn if options.old_one == "random" else options.old_one,
        cultists=[CultistSide(card, colour=1 + place) for place, card in enumerate(content.cultists)],
        deck=chance.shuffle("control", list(content.controls)),
    )


# -- choices before the first turn ----------------------------------------------------------------------------


def colours(match: Providence, _step: Sequence) -> None:
    """Announce the starting player. If players choose colours, ask for them (DP-SETUP.13, SETUP.28, DP-HC.92)."""
    state = match.state
    match.emit(EVERYONE, events.Began(state.first))
    if state.old_one is not None:
        match.emit(EVERYONE, events.OldOneRose(state.old_one.card))
    if state.options.colours == "chosen":
        choosing = [ColourStep(seat, seat) for seat in from_first(state)]
        if state.old_one is not None:  # The solo player also chooses the cultists' colours (DP-DEC.23).
            choosing += [ColourStep(0, 1), ColourStep(0, 2)]
        match.push(*choosing)


def from_first(state: State) -> list[int]:
    """Return all seats in turn order, beginning with the starting player."""
    return [(state.first + place) % state.seats for place in range(state.seats)]


def lead_agents(match: Providence, _step: Sequence) -> None:
    """Deal each player a lead agent with its ten starting cards, or ask each player to choose one (DP-SETUP.15)."""
    state = match.state
    if state.options.leads == "chosen":
        match.push(*[LeadStep(seat) for seat in from_first(state)])
        return
    leads = match.chance.shuffle("setup/leads", list(match.content.leads))
    for seat in range(state.seats):
        _take_lead(match, seat, leads[seat])


def _take_lead(match: Providence, seat: int, lead: str) -> None:
    player = match.state.players[seat]
    player.lead = lead
    player.deck = [card for card, _ in starting_cards(match.content.leads[lead])]
    match.state.owners |= dict.fromkeys(player.deck, seat)
    match.emit(EVERYONE, events.ChoseLead(seat, lead))


def first_hands(match: Providence, _step: Sequence) -> None:
    """Shuffle each starting deck and draw five cards; in solo play, place the cultists (DP-SETUP.17, SOLO.12)."""
    state = match.state
    for seat, player in enumerate(state.players):
        player.deck = match.chance.shuffle(f"deck/{seat}", player.deck)
        draw(match, seat, HAND)
    if state.old_one is not None:
        for who, side in enumerate(state.old_one.cultists, 1):
            add_agent(match, who, cultist_id(who), match.content.cultists[side.card].start)


def allegiances(match: Providence, _step: Sequence) -> None:
    """Show each player their allegiance card. Starting cities are chosen afterwards (DP-SETUP.22, 25)."""
    match.state.dealt = True
    match.reveal()
    for seat, player in enumerate(match.state.players):
        match.emit((seat,), events.GotAllegiance(seat, player.allegiance))


def starting_cities(match: Providence, _step: Sequence) -> None:
    """Draw the starting cities or ask for them, counter-clockwise from the starting player (DP-SETUP.29, DP-HC.2)."""
    state = match.state
    order = [(state.first - place) % state.seats for place in range(state.seats)]
    if not state.options.random_cities:
        match.push(*[StartStep(seat) for seat in order])
        return
    # Redraw R'lyeh and cities that are already taken (DP-SETUP.31).
    for seat in order:
        cards = match.chance.shuffle("setup/city", list(match.content.city_cards))
        free = [city for city in cards if city != RLYEH and not agents_in(state, city)]
        _start(match, seat, free[0])


def _start(match: Providence, seat: int, city: str) -> None:
    lead = match.state.players[seat].lead
    add_agent(match, seat, lead, city)


@PROVIDENCE.step(ColourStep, asks=["colour"], accepts=[ChooseColour])
class ColourRules(StepRules[Providence, ColourStep]):
    """The choice of a colour that no one has chosen yet. If another owner has it by default, the two swap colours."""

    rules = ("DP-SETUP.13",)

    def decisions(self, match: Providence, step: ColourStep) -> dict[int, Decision]:
        state = match.state
        holders = [*state.players, *(state.old_one.cultists if state.old_one else ())]
        waiting = {below.owner for below in state.stack if isinstance(below, ColourStep)}
        taken = {holder.colour for owner, holder in enumerate(holders) if owner not in waiting}
        free = [ChooseColour(colour) for colour in range(COLOURS) if colour not in taken]
        return {step.seat: decide("colour", free, owner=step.owner)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        owner = int(asked.args["owner"])
        if view.old_one is not None and owner:
            return say.t("Which colour does {name} get?", name=owner_name(say, owner, True))
        return say.t("Which colour do you take?")

    def why_not(self, match: Providence, step: ColourStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, ChooseColour):
            return None
        return IllegalAction(
            "That colour is taken, or there is no such colour; choose another one.", rule="DP-SETUP.13"
        )

    def take(self, match: Providence, step: ColourStep, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseColour)
        match.finish(step)
        state = match.state
        holders = [*state.players, *(state.old_one.cultists if state.old_one else ())]
        mine = holders[step.owner]
        for other in holders:
            if other.colour == action.colour:
                other.colour = mine.colour
        mine.colour = action.colour
        match.emit(EVERYONE, events.ChoseColour(seat, step.owner, action.colour))


@PROVIDENCE.step(LeadStep, asks=["lead"], accepts=[ChooseLead])
class LeadRules(StepRules[Providence, LeadStep]):
    """The choice of a lead agent that no other player has."""

    rules = ("DP-SETUP.15",)

    def decisions(self, match: Providence, step: LeadStep) -> dict[int, Decision]:
        taken = {player.lead for player in match.state.players}
        return {step.seat: decide("lead", [ChooseLead(lead) for lead in match.content.leads if lead not in taken])}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        return say.t("Which lead agent do you take? Nine of their ten starting cards are the same.")

    def why_not(self, match: Providence, step: LeadStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, ChooseLead):
            return None
        if action.lead not in match.content.leads:
            return IllegalAction("There is no such lead agent.", rule="DP-SETUP.15")
        return IllegalAction("Another player has taken that lead agent; choose another one.", rule="DP-SETUP.15")

    def take(self, match: Providence, step: LeadStep, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseLead)
        match.finish(step)
        _take_lead(match, seat, action.lead)


@PROVIDENCE.step(StartStep, asks=["start"], accepts=[StartIn])
class StartRules(StepRules[Providence, StartStep]):
    """The choice of a city without agents. R'lyeh isn't a city on the map (DP-SETUP.30, SETUP.32, DP-SOLO.15)."""

    def decisions(self, match: Providence, step: StartStep) -> dict[int, Decision]:
        free = [StartIn(city) for city in match.state.places if not agents_in(match.state, city)]
        return {step.seat: decide("start", free)}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        return say.t("Where does your lead agent start? It counts as 1 influence for acquiring that city.")

    def rests_on(self, view: ProvidenceView, asked: Prompt) -> tuple[str, ...]:
        return ("DP-SOLO.15", "DP-SETUP.30") if view.seats == 1 else ("DP-SETUP.29", "DP-SETUP.30", "DP-SETUP.32")

    def why_not(self, match: Providence, step: StartStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, StartIn):
            return None
        if action.city not in match.state.places:
            return IllegalAction("There is no such city on the map.", rule="DP-SETUP.32")
        return IllegalAction(
            "There is an agent in that city already; start in a city without agents.", rule="DP-SETUP.30"
        )

    def take(self, match: Providence, step: StartStep, seat: int, action: Action) -> None:
        assert isinstance(action, StartIn)
        match.finish(step)
        _start(match, seat, action.city)
