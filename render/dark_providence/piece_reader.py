"""Reads markers and agents from a view. Owners are converted to colours, and agents to tokens."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from render.dark_providence.board_records import Agent, Marks
from rules.dark_providence.content.records import Content
from rules.dark_providence.state.view import AgentView, CityView, PlayerView, ProvidenceView
from rules.dark_providence.words.names import agent_name, initials
from rules.kernel.words.translation import Translator

ORDER = ("lead", "recruited", "mi_go", "cultist", "deep_one")


def colour_of(view: ProvidenceView, owner: int | None) -> int | None:
    """Return the colour of an owner. In solo play, owners 1 and 2 are the Great Old One's cultists."""
    if owner is None:
        return None
    if owner < len(view.players):
        return view.players[owner].colour
    return view.old_one.cultists[owner - 1].colour if view.old_one else None


def marks_of(view: ProvidenceView, counts: Sequence[int]) -> Marks:
    """Return pairs of colour and count for markers counted by owner, leaving out zeros."""
    pairs = [(colour_of(view, owner), count) for owner, count in enumerate(counts)]
    return tuple((colour, count) for colour, count in pairs if colour is not None and count)


def read_pieces(city: CityView) -> tuple[tuple[str, int], ...]:
    """Return a city's special markers as pairs of icon and count."""
    found = (("cthulhu", int(city.cthulhu)), ("martial_law", int(city.martial_law)), ("whateley", city.whateleys))
    return tuple((icon, count) for icon, count in found if count)


def read_agents(
    view: ProvidenceView, content: Content, say: Translator, city: CityView, touched: Collection[str]
) -> tuple[Agent, ...]:
    """Read a city's agents, lead agents first. An owner's Deep Ones share one token, which shows how many there are."""
    city_agents = [agent for agent in view.agents if agent.city == city.id]
    city_agents.sort(key=lambda agent: (ORDER.index(agent.kind), -1 if agent.owner is None else agent.owner, agent.id))
    tokens: list[Agent] = []
    for agent in city_agents:
        token = _token(view, say, agent, agent.id in touched)
        if agent.kind == "deep_one" and tokens and _share_token(tokens[-1], token):
            last = tokens[-1]
            tokens[-1] = replace(last, count=last.count + 1, touched=last.touched or token.touched)
        else:
            tokens.append(token)
    return tuple(tokens)


def _share_token(one: Agent, other: Agent) -> bool:
    return replace(one, count=1, touched=False) == replace(other, touched=False)


def _token(view: ProvidenceView, say: Translator, agent: AgentView, touched: bool) -> Agent:
    return Agent(
        kind=agent.kind,
        initials=initials(view.pack, agent.id, say.locale),
        colour=colour_of(view, agent.owner),
        returned=agent.returned,
        force=agent.force,
        arcane=agent.arcane,
        touched=touched,
        # Deep Ones of one owner in a city can't be told apart.
        id=f"deep_one:{agent.city}:{agent.owner}" if agent.kind == "deep_one" else agent.id,
        name=agent_name(say, agent.id),
    )


def read_crypt(view: ProvidenceView, content: Content, say: Translator, agent: str) -> Agent:
    """Read a marker in a crypt. Only a lead agent's marker shows its former owner."""
    owner = next((player.colour for player in view.players if player.lead == agent), None)
    kind = "lead" if agent in content.leads else "deep_one" if agent.startswith("deep_one") else "recruited"
    return Agent(kind, initials(view.pack, agent, say.locale), owner, id=agent, name=agent_name(say, agent))


def read_lead(view: ProvidenceView, say: Translator, player: PlayerView) -> Agent:
    """Read a player's lead agent as a token."""
    return Agent("lead", initials(view.pack, player.lead, say.locale), player.colour)
