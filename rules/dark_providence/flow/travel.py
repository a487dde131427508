"""Travelling (section 19 of RULES.md), and the free move of Lillian La France."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, agents_with_gift, distinct_agents, gift_of, move_agent
from rules.dark_providence.board.routes import adjacent_cities, travel_costs
from rules.dark_providence.effects.icon_payment import icon_count_in_hand
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state.actions import Done, GoTo, Travel
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import PayStep, TravelStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import hand_icons, placed_agent
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def free_mover(match: Providence, seat: int) -> str:
    """Return the seat's agent that can still move for free this turn; "" if there is none (DP-AGENT.7, AGENT.8)."""
    state, walkers = match.state, agents_with_gift(match, "free_move")
    if state.turn.free_move or walkers.isdisjoint(state.agents):
        return ""
    return next((agent for agent in agents_of(state, seat) if agent in walkers), "")


def destinations(match: Providence, agent: str, wealth: int, walker: str = "") -> dict[str, int]:
    """Return an agent's affordable destinations with their costs.

    The agent `walker` can also move to adjacent cities for free (DP-TRAVEL.4).
    """
    city = match.state.agents[agent].city
    found: dict[str, int] = {}
    for other, cost in travel_costs(match, city).items():
        # Destinations are sorted by cost, so all remaining cities are too expensive as well.
        if cost > wealth:
            break
        found[other] = cost
    if agent == walker:
        found |= dict.fromkeys(adjacent_cities(match, city), 0)
    return found


def travellers(match: Providence, step: TravelStep, wealth: int) -> list[str]:
    """Return the seat's agents that can move and haven't moved in this action yet (DP-TRAVEL.7, TRAVEL.10)."""
    walker = _free_traveller(match, step.seat)
    if wealth <= 0 and not walker:
        return []
    movable = [
        agent
        for agent in agents_of(match.state, step.seat)
        if agent not in step.moves and _can_move_anywhere(match, agent, wealth, walker)
    ]
    return distinct_agents(match.state, movable)


def _can_move_anywhere(match: Providence, agent: str, wealth: int, walker: str) -> bool:
    """Return whether an agent can reach any other city."""
    if agent == walker:
        return bool(destinations(match, agent, wealth, walker))
    cheapest = next(iter(travel_costs(match, match.state.agents[agent].city).values()), None)
    return cheapest is not None and cheapest <= wealth


def _free_traveller(match: Providence, seat: int) -> str:
    """Return the agent that may travel for free; "" if there is none or the match option forbids it (DP-HC.24)."""
    return free_mover(match, seat) if match.state.options.free_move == "travel" else ""


def possible_travellers(match: Providence, seat: int, wealth: int) -> list[str]:
    """Return the seat's agents that can travel if the hand has this much WEALTH."""
    return travellers(match, TravelStep(seat), wealth)


def refuse_travelling(match: Providence, seat: int, agent: str) -> IllegalAction:
    """Return why an agent can't travel."""
    state = match.state
    if agent not in state.agents:
        return IllegalAction("That agent is not on the map.", rule="DP-TRAVEL.10")
    if agent not in agents_of(state, seat):
        return IllegalAction("That isn't your agent; only your own agents can travel.", rule="DP-TRAVEL.10")
    wealth = icon_count_in_hand(match, seat, "wealth")
    return IllegalAction(
        "Your hand has {wealth} Wealth, too little for another route.", rule="DP-TRAVEL.2", wealth=wealth
    )


def refuse_free_move(match: Providence, seat: int, city: str) -> Reason:
    """Return why a seat has no free move to this city."""
    state = match.state
    walkers = [agent for agent in agents_of(state, seat) if gift_of(match, agent) == "free_move"]
    if not walkers:
        return IllegalAction("None of your agents can move for free.", rule="DP-AGENT.7")
    if state.options.free_move != "free":
        return IllegalAction("In this match that move is part of a travel action; choose Travel.", rule="DP-AGENT.8")
    if not free_mover(match, seat):
        return IllegalAction("That agent has already used its free move this turn.", rule="DP-AGENT.7")
    found = _refuse_destination(match, walkers[0], city)
    if found or city in adjacent_cities(match, state.agents[walkers[0]].city):
        return found
    return IllegalAction("That city isn't adjacent, and a free move reaches only adjacent cities.", rule="DP-AGENT.7")


def _refuse_destination(match: Providence, agent: str, city: str) -> Reason:
    """Return why an agent can't travel to this city."""
    state = match.state
    if city not in state.places:
        return IllegalAction("There is no such city on the map.", rule="DP-BOARD.1")
    if city == state.agents[agent].city:
        return IllegalAction("The agent is already in that city.", rule="DP-ACT.5")
    if city == state.cthulhu:
        return IllegalAction("Cthulhu is there; no one can travel to that city.", rule="DP-TRAVEL.8")
    if city == state.martial_law:
        return IllegalAction("Martial law is in force there; no one can travel to that city.", rule="DP-TRAVEL.8")
    if city not in travel_costs(match, state.agents[agent].city):
        return IllegalAction("No open route leads to that city.", rule="DP-TRAVEL.9")
    return None


@PROVIDENCE.step(TravelStep, asks=["travel", "go_to"], accepts=[Travel, GoTo, Done])
class TravelRules(StepRules[Providence, TravelStep]):
    """The choice of agents and destinations. Then the total of the cheapest paths is paid (DP-TRAVEL.1 to 7)."""

    def advance(self, match: Providence, step: TravelStep) -> bool:
        if not step.chosen:
            if step.mover or travellers(match, step, self._left(match, step)):
                return False
            step.chosen = True
        if step.cost and not step.paid:
            step.paid = True
            match.push(PayStep(step.seat, "travel", "wealth", most=step.cost, exact=True))
            return True
        match.finish(step)
        for agent, city in step.moves.items():
            move_agent(match, agent, city)
        return True

    def decisions(self, match: Providence, step: TravelStep) -> dict[int, Decision]:
        left = self._left(match, step)
        if step.mover:
            cities = destinations(match, step.mover, left, _free_traveller(match, step.seat))
            return {step.seat: decide("go_to", map(GoTo, cities), agent=step.mover, cost=step.cost, costs=cities)}
        offers = [Travel(agent) for agent in travellers(match, step, left)]
        return {step.seat: decide("travel", [*offers, Done()], cost=step.cost, moves=dict(step.moves))}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        if asked.key == "go_to":
            asks = say.t("Where does {agent} travel?", agent=placed_agent(say, view, str(asked.args["agent"])))
        else:
            asks = say.t("Who else travels? So far this costs {n} Wealth.", n=int(asked.args["cost"]))
        if asked.key == "go_to" and not asked.args.get("costs"):
            return asks
        return f"{asks} {say.t('Your hand has {n} Wealth.', n=hand_icons(view).get('wealth', 0))}"

    def rests_on(self, view: ProvidenceView, asked: Prompt) -> tuple[str, ...]:
        return (
            ("DP-TRAVEL.4", "DP-TRAVEL.2", "DP-TRAVEL.8", "DP-TRAVEL.9")
            if asked.key == "go_to"
            else ("DP-TRAVEL.1", "DP-TRAVEL.5", "DP-TRAVEL.7")
        )

    def why_not(self, match: Providence, step: TravelStep, seat: int, action: Action) -> Reason:
        match action:
            case Travel() if action.agent in step.moves:
                return IllegalAction(
                    "That agent is already travelling; each moves once per action.", rule="DP-TRAVEL.7"
                )
            case Travel() if step.mover and action.agent in agents_of(match.state, seat):
                return IllegalAction("First name the city the agent travels to.", rule="DP-TRAVEL.5")
            case Travel():
                return refuse_travelling(match, seat, action.agent)
            case GoTo() if not step.mover:
                return IllegalAction("First name the agent who travels.", rule="DP-TRAVEL.5")
            case GoTo():
                return _refuse_destination(match, step.mover, action.city) or self._refuse_cost(
                    match, step, action.city
                )
            case _:
                return None

    def _refuse_cost(self, match: Providence, step: TravelStep, city: str) -> IllegalAction:
        cost = travel_costs(match, match.state.agents[step.mover].city)[city]
        left = self._left(match, step)
        return IllegalAction(
            "That way costs {cost} Wealth, and your hand has {left} left.", rule="DP-TRAVEL.2", cost=cost, left=left
        )

    def take(self, match: Providence, step: TravelStep, seat: int, action: Action) -> None:
        if isinstance(action, Travel):
            step.mover = action.agent
        elif isinstance(action, GoTo):
            walker = _free_traveller(match, seat)
            cost = destinations(match, step.mover, self._left(match, step), walker)[action.city]
            if step.mover == walker and not cost:
                match.state.turn.free_move = True
            step.cost += cost
            step.moves[step.mover] = action.city
            step.mover = ""
        else:
            step.chosen = True

    def _left(self, match: Providence, step: TravelStep) -> int:
        return icon_count_in_hand(match, step.seat, "wealth") - step.cost

    def is_sound(self, match: Providence, step: TravelStep) -> bool:
        agents = match.state.agents
        return all(name in agents for name in step.moves) and step.mover in ("", *agents)
