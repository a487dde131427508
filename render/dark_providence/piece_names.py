"""Names of small pieces in pictures: control, gates, agents, influence and locks of cities and cards."""

from rules.dark_providence.state.view import CityView, ProvidenceView
from rules.dark_providence.words.names import holder_name
from rules.kernel.words.translation import Translator


def control_name(view: ProvidenceView, say: Translator, city: CityView, name: str) -> str:
    """Return the name of a city's control value, with the player who controls the city."""
    return _owned(view, say, f"{name}: {say.t('control')}", city.controller)


def lock_name(say: Translator, name: str) -> str:
    """Return the name of the lock on the city or card with this name."""
    return f"{name}: {say.t('locked')}"


def influence_name(say: Translator, name: str) -> str:
    """Return the name of all influence on the city or card with this name."""
    return f"{name}: {say.t('Influence')}"


def influence_of(view: ProvidenceView, say: Translator, name: str, owner: int) -> str:
    """Return the name of one owner's influence on the city or card with this name."""
    return _owned(view, say, influence_name(say, name), owner)


def agents_of(view: ProvidenceView, say: Translator, name: str, owner: int | None) -> str:
    """Return the name of one owner's agents in the city with this name."""
    return _owned(view, say, f"{name}: {say.t('Agents')}", owner)


def _owned(view: ProvidenceView, say: Translator, name: str, owner: int | None) -> str:
    return name if owner is None else f"{name} ({holder_name(say, view, owner)})"
