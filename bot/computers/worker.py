"""The worker process: reads questions from its input, one a line, and writes an answer to each.

It is started by `Thinker` and ends with its input, so that it never outlives the bot.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import rules
from bot.computers.search import Budget
from bot.computers.thinking import decide
from rules.kernel.data.actions import to_json

#: How much the worker stands back when the bot itself has something to do.
NICE = 10


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return the action that a question leads to, as plain data."""
    match = rules.GAMES[question["game"]].load(question["world"].encode(), trusted=True)
    budget = Budget(question["seconds"], question["iterations"])
    action = decide(match, question["seat"], question["level"], random.Random(question["seed"]), budget)
    return {"action": to_json(action)}


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer until there are no more questions; a question that can't be answered is told by the kind of its fault."""
    for line in questions:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            # The words of an error may hold what the seat knows: its kind is enough for the log.
            told = {"error": type(error).__name__}
        answers.write(json.dumps(told) + "\n")
        answers.flush()


def main() -> None:
    """Serve the process that started this one."""
    # Ctrl+C goes to the whole group; the bot ends this process by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    if len(sys.argv) > 1:
        from bot.tools import packs

        packs.install(Path(sys.argv[1]))
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
