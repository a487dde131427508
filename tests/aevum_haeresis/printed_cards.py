"""Printed cards as a pack that extends the base pack, and helpers that play the cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.aevum_haeresis.content.load import add_pack
from rules.aevum_haeresis.examples.position_builder import ANNA, hold, scene
from rules.aevum_haeresis.state.actions import PlayDem
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.words.card_language import known
from tests.aevum_haeresis.plot_helpers import remove_abilities
from tests.aevum_haeresis.scenes import enlist, pay
from tests.game_helpers import act

NAME = "printed"


def write(folder: Path) -> Path:
    """Write the printed cards as a custom pack into a folder."""
    folder.mkdir()
    about = {"name": {"en": "Printed", "hu": "Nyomtatott", "es": "Impreso"}, "game": "aevum_haeresis", "base": "base"}
    (folder / "pack.json").write_text(json.dumps(about), "utf-8")
    cards: dict[str, list[Any]] = {}
    keywords: dict[str, Any] = {}
    for entry in known():
        cards.setdefault(entry.card.faction, []).append(entry.card.model_dump(mode="json", exclude_unset=True))
        keywords |= {one.id: one.model_dump(mode="json") for one in entry.keywords}
    for faction, found in cards.items():
        (folder / f"{faction}.json").write_text(json.dumps(found), "utf-8")
    (folder / "keywords.json").write_text(json.dumps([*keywords.values()]), "utf-8")
    return folder


def install(folder: Path) -> None:
    """Write the pack and register it, as the loader does when the bot starts."""
    add_pack(NAME, write(folder))


def table(active: int = ANNA, **options: Any) -> Haeresis:
    """Return a match with the pack of printed cards in the Plot phase.

    Damned and Camps have no abilities, and hands are empty.
    """
    return remove_abilities(scene(active, pack=NAME, **options))


def cast(match: Haeresis, seat: int, name: str, *named: str) -> list[Any]:
    """Play an Event from a seat's Enlistment row, choosing these options. Return the events."""
    (card,) = hold(match, seat, name)
    enlist(match, **{"anna" if seat == ANNA else "bela": [card]})
    return pay(match, *named)


def summon(match: Haeresis, seat: int, name: str) -> str:
    """Enlist a Heretic. Return its id."""
    (card,) = hold(match, seat, name)
    enlist(match, **{"anna" if seat == ANNA else "bela": [card]})
    pay(match)
    return card


def hunt(match: Haeresis, seat: int, card: str) -> list[Any]:
    """Play a card from the hand in the open window. Return the events."""
    return act(match, PlayDem(card), seat)


def gold(match: Haeresis) -> list[int]:
    """Return both players' gold."""
    return [player.gold for player in match.state.players]


def souls(match: Haeresis) -> list[int]:
    """Return both players' souls."""
    return [player.souls for player in match.state.players]


def hands(match: Haeresis) -> list[int]:
    """Return the number of cards in each player's hand."""
    return [len(player.hand) for player in match.state.players]
