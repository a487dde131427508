"""The job `pack`: checks an uploaded content pack in a worker process with limited memory and time."""

from __future__ import annotations

import json
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import render
import rules
from bot.app.host_packs import printable
from bot.features.packs.service import zip_extraction
from render.sheets.card_selection import draw_cards
from rules.kernel.content.fault_messages import line_of
from rules.kernel.content.pack_faults import PackError
from rules.kernel.content.pack_reading import declared_game
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import frozen_name
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.words.translation import N_, Translator

#: Maximum number of a pack's cards that are drawn.
MAX_DRAWN_CARDS = 6


def check(request: dict[str, Any]) -> bytes:
    """Check a pack with `check_pack`, and return the result as JSON."""
    return json.dumps(check_pack(request)).encode()


def check_pack(request: dict[str, Any]) -> dict[str, Any]:
    """Check a pack; return its faults, or a description of its contents with a picture of some of its cards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            zip_extraction.unpack(request["name"], b64decode(request["data"]), folder)
            game = _game(folder, request["game"])
            return _check_contents(game, folder, request["locale"])
        except Refusal as error:
            return {"refused": [error.msgid, error.args_by_name]}
        except ContentError as error:
            return {"faults": [printable(line) for line in _faults(error, request["locale"])]}


def _faults(error: Exception, locale: str) -> list[str]:
    """Return lines about a pack's faults."""
    if not isinstance(error, PackError):
        return str(error).splitlines()
    say = Translator(locale)
    overflow_lines = [say.t("Faults not listed: {n}", n=error.more)] if error.more else []
    return [*(line_of(say, fault) for fault in error.faults), *overflow_lines]


def _game(folder: Path, requested_id: str | None) -> Any:
    """Return the game of a pack: the requested game or else the game named in the pack.

    Raises Refusal if the game doesn't exist.
    """
    game_id = declared_game(folder) if requested_id is None else requested_id
    if game_id not in rules.GAMES:
        raise Refusal(N_("Which game is the pack for? Choose one in the option `game`, or name it in pack.json."))
    return rules.GAMES[game_id]


def _check_contents(game: Any, folder: Path, locale: str) -> dict[str, Any]:
    if game.packs is None or game.check_content is None:
        raise ContentError("You can't add content packs to this game.")
    description = game.check_content(folder, Translator(locale))
    pack = game.packs.freeze(folder)
    # Load the frozen copy once, to ensure that the pack to be saved is as valid as the folder that was checked.
    game.packs.open(pack.digest, folder_of(pack.data))
    return {
        "game": game.id,
        "told": description,
        "digest": pack.digest,
        "zip": b64encode(pack.data).decode(),
        "title": dict(pack.title),
        "picture": b64encode(_picture(game, frozen_name("pack", pack.digest), locale)).decode(),
    }


def _picture(game: Any, name: str, locale: str) -> bytes:
    """Return a picture of several different cards, preferring cards whose names the built-in pack doesn't have."""
    built_in = {entry.id: entry for entry in game.look_up(Translator(locale))}
    entries = game.look_up(Translator(locale, pack=name))
    new_or_renamed = [entry for entry in entries if entry.id not in built_in or built_in[entry.id].name != entry.name]
    # Draw these cards last, because perhaps their text differs only in the name of another, renamed card.
    other = [entry for entry in entries if entry not in new_or_renamed and entry.text != built_in[entry.id].text]
    cards: dict[bytes, Any] = {}
    for entry in [*_spread_out(new_or_renamed), *_spread_out(other)] or _spread_out(entries):
        card = render.card(game.id, entry.id, locale, name)
        cards.setdefault(card.tobytes(), card)
        if len(cards) == MAX_DRAWN_CARDS:
            break
    return render.encode(draw_cards([*cards.values()]))


def _spread_out(entries: Sequence[Any]) -> list[Any]:
    """Return the entries in an order that starts with evenly spaced entries, so the first few are a cross-section."""
    step = max(1, len(entries) // MAX_DRAWN_CARDS)
    return [entry for start in range(step) for entry in entries[start::step]]
