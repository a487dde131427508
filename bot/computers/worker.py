"""The worker process: reads queries from its input, one a line, and writes an answer to each.

`WorkerClient` starts it. It ends when its input ends, so it never outlives the bot.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import rules
from bot.app import host_packs as packs
from bot.computers.player import advise, choose
from bot.computers.search import Budget
from rules.kernel.content.frozen import folder_of
from rules.kernel.content.packs import hash_in
from rules.kernel.data.actions import to_json
from rules.kernel.game import AnyGame

#: The worker's niceness: the bot itself comes first.
NICE = 10


def answer(query: dict[str, Any]) -> dict[str, Any]:
    """Return the action chosen for a query, as plain data, with its reason on request."""
    game = rules.GAMES[query["game"]]
    _open(game, query["pack"], query["zipped"])
    match = game.load(query["world"].encode(), trusted=True)
    if query["explains"]:
        advised, why = advise(match, query["seat"], random.Random(query["seed"]))
        return {"action": to_json(advised), "why": why}
    budget = Budget(query["seconds"], query["iterations"])
    action = choose(match, query["seat"], query["level"], random.Random(query["seed"]), budget)
    return {"action": to_json(action)}


def _open(game: AnyGame, name: str, zipped: str) -> None:
    """Load a query's content pack, if any; the reference keeps it in memory."""
    if zipped and game.packs is not None:
        game.packs.open(hash_in(name), folder_of(b64decode(zipped)))


def serve(queries: TextIO, answers: TextIO) -> None:
    """Answer queries until the input ends; the answer to a failing query is the class of its error."""
    for line in queries:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            # An error's message may contain the seat's knowledge; its class is enough for the log.
            told = {"error": type(error).__name__}
        answers.write(json.dumps(told) + "\n")
        answers.flush()


def main() -> None:
    """Serve the process that started this one."""
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    if len(sys.argv) > 1:
        packs.install(Path(sys.argv[1]))
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
