"""The worker job `computer`, which chooses actions for computer players."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from typing import Any

import rules
from bot.app import host_packs
from bot.computers.player import advise, choose
from bot.computers.tree_search import Budget
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import hash_in
from rules.kernel.data.actions import to_json
from rules.kernel.game import AnyGame


def answer(query: dict[str, Any]) -> bytes:
    """Return the action chosen for a query as JSON, with the reason if the query requests it."""
    host_packs.install_once(query["packs"])
    game = rules.GAMES[query["game"]]
    _load_pack(game, query["pack"], query["zipped"])
    match = game.load(query["world"].encode(), trusted=True)
    if query["explains"]:
        advised, why = advise(match, query["seat"], random.Random(query["seed"]))
        return json.dumps({"action": to_json(advised), "why": why}).encode()
    budget = Budget(query["seconds"], query["iterations"])
    action = choose(match, query["seat"], query["level"], random.Random(query["seed"]), budget)
    return json.dumps({"action": to_json(action)}).encode()


def _load_pack(game: AnyGame, name: str, zipped: str) -> None:
    """Load the content pack that a query contains, if it contains one."""
    if zipped and game.packs is not None:
        game.packs.open(hash_in(name), folder_of(b64decode(zipped)))
