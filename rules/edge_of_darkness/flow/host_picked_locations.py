"""Set-ups of ten Locations that the host picks in the lobby (EOD-DEC.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.edge_of_darkness.content.load import pack
from rules.edge_of_darkness.flow.setup import random_locations
from rules.edge_of_darkness.words.names import TYPE_NAMES
from rules.edge_of_darkness.words.options import locations_of
from rules.kernel.content.packs import pack_in
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.words.list_valued_options import Picks
from rules.kernel.words.translation import Entry, Translator

#: The number of Locations in play.
TEN = 10


def option_picks(say: Translator, option: str, options: Mapping[str, Any]) -> Picks | None:
    """Return the Locations that the host can pick, as choices for the lobby."""
    if option != "setup":
        return None
    content = pack(pack_in(options))
    things = [
        Entry(place.id, say.name(place.name), ", ".join(say.t(TYPE_NAMES[kind]) for kind in place.types[:1]), "")
        for place in sorted(content.locations.values(), key=lambda place: list(TYPE_NAMES).index(place.types[0]))
    ]
    return Picks(
        TEN,
        tuple(things),
        tuple(locations_of(content, str(options.get("setup", "")))),
        pick=say.t("Pick ten Locations"),
        draw=say.t("Draw ten now"),
        own=say.t("Your own ten Locations"),
        drawn=lambda seed: random_locations(content, Chance(ChanceState(seed))),
    )
