"""Set-up: section 6 (SETUP) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board import cubes
from rules.edge_of_darkness.content.load import PACKS, Content, LocationType, pack
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ChooseGuild
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.state import SPOTS, Card, EdgeMatch, Player, State, pack_name
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import GuildStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: A random set-up has at least one Location of each of these types.
_NEEDED: tuple[LocationType, ...] = ("allegiance", "hunting", "train", "battle", "coin", "defence")

#: The possible player counts.
SEATS = range(2, 5)


def content_of(state: State) -> Content:
    """Return a match's content pack."""
    return pack(pack_name(state))


def new_state(seats: int, seed: str | int, options: Options) -> State:
    """Return the state of a new match before its first step. All set-up that needs no decision has been done."""
    content = PACKS.get(options.pack)
    if seats not in SEATS:
        raise IllegalAction("Edge of Darkness is for 2 to 4 players.", rule="EOD-GEN.1")
    chance = Chance(ChanceState(str(seed)))
    locations = _choose_locations(content, options, chance)
    guilds = list(content.guilds)
    if options.guilds == "random":
        guilds = chance.shuffle("setup/guilds", guilds)
    state = State(seats=seats, chance=chance.state, options=options, locations=locations)
    state.supply = {slip.id: slip.copies for name in locations for slip in content.locations[name].slips}
    colours = seats + 1
    for seat in range(seats):
        state.players.append(Player("", [0] * colours, [0] * colours))
        give_guild(content, state, seat, guilds[seat])
    state.bag = [cubes.PER_COLOUR] * colours
    state.aside = [0] * colours
    state.trays = [[0] * colours for _ in range(SPOTS)]
    _deal_neutrals(content, state, chance)
    state.first = chance.below("setup/first", seats)
    state.stack.append(Sequence("game"))
    return state


def give_guild(content: Content, state: State, seat: int, guild: str) -> None:
    """Give a seat a Guild and its four Starters in exchange for the previous ones (EOD-SETUP.3 to 5)."""
    player = state.players[seat]
    for card in player.starters:
        if state.cards[card].owner == seat:
            del state.cards[card]
    player.guild = guild
    player.starters = [card.id for card in content.of_guild(guild)]
    state.cards |= {card: Card(card, seat) for card in player.starters}


def _deal_neutrals(content: Content, state: State, chance: Chance) -> None:
    """Deal three random Neutral cards to the tower, and put the rest on the Discard pile (EOD-SETUP.22 to 27)."""
    neutrals = [card.id for card in content.starters.values() if card.guild is None and card.players <= state.seats]
    state.cards |= {card: Card(card) for card in neutrals}
    dealt = chance.shuffle("setup/neutrals", neutrals)
    state.tower, state.discard = dealt[:SPOTS], dealt[SPOTS:]


def _choose_locations(content: Content, options: Options, chance: Chance) -> list[str]:
    """Return the match's ten Locations: a recommended set-up, a random set-up, or the host's own (EOD-DEC.2)."""
    wanted = options.setup or next(iter(content.setups))
    if wanted in content.setups:
        return list(content.setups[wanted].locations)
    if wanted == "random":
        return random_locations(content, chance)
    names = [name.strip() for name in wanted.split(",")]
    if len(set(names)) == len(names) == 10 and all(name in content.locations for name in names):
        return names
    raise IllegalAction(
        "There's no set-up with that name. To choose Locations yourself, name ten different ones.", rule="EOD-SETUP.29"
    )


def random_locations(content: Content, chance: Chance) -> list[str]:
    """Return ten random Locations, including at least one of each type in `_NEEDED`."""
    pool = chance.shuffle("setup/locations", list(content.locations))
    chosen: list[str] = []
    for kind in _NEEDED:
        fits = [name for name in pool if kind in content.locations[name].types]
        if fits and not any(name in chosen for name in fits):
            chosen.append(fits[0])
    chosen += [name for name in pool if name not in chosen][: 10 - len(chosen)]
    return sorted(chosen, key=list(content.locations).index)


def choose_guilds(match: EdgeMatch, _step: Sequence) -> None:
    """If the host has chosen this option, ask the players for their Guilds in seat order (EOD-SETUP.33)."""
    if match.state.options.guilds == "chosen":
        match.push(*[GuildStep(seat) for seat in range(match.state.seats)])


@EDGE.step(GuildStep, asks=["guild"], accepts=[ChooseGuild])
class GuildRules(StepRules[EdgeMatch, GuildStep]):
    """The choice of a Guild that no earlier seat has chosen. If a later seat has that Guild, the seats swap Guilds."""

    rules = ("EOD-SETUP.33", "EOD-SETUP.3")

    def decisions(self, match: EdgeMatch, step: GuildStep) -> dict[int, Decision]:
        taken = [player.guild for player in match.state.players[: step.seat]]
        free = [ChooseGuild(guild) for guild in match.content.guilds if guild not in taken]
        return {step.seat: decide("guild", free)}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return say.t("Which Guild do you lead?")

    def why_not(self, match: EdgeMatch, step: GuildStep, seat: int, action: Action) -> IllegalAction | None:
        if not isinstance(action, ChooseGuild):
            return None
        if action.guild not in match.content.guilds:
            return IllegalAction("There's no such Guild.", rule="EOD-ICON.1")
        return IllegalAction("Another player has taken that Guild.", rule="EOD-SETUP.3")

    def take(self, match: EdgeMatch, step: GuildStep, seat: int, action: Action) -> None:
        assert isinstance(action, ChooseGuild)
        match.finish(step)
        players = match.state.players
        holder = next((other for other, player in enumerate(players) if player.guild == action.guild), seat)
        if holder != seat:
            give_guild(match.content, match.state, holder, players[seat].guild)
        give_guild(match.content, match.state, seat, action.guild)
        match.emit(EVERYONE, events.ChoseGuild(seat, action.guild))


def first_cubes(match: EdgeMatch, _step: Sequence) -> None:
    """Draw two random cubes into each Threat Zone, then drop four from the bag into the tower (EOD-SETUP.18, 19)."""
    state = match.state
    match.emit(EVERYONE, events.Began(state.first))
    for seat in range(state.seats):
        cubes.draw(match, seat, 2)
    loose = [0] * len(state.bag)
    for colour in match.chance.take_counted("bag", state.bag, 4):
        loose[colour] += 1
    cubes.drop(match, loose)
