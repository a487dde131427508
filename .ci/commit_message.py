#!/usr/bin/env python3
"""Check a commit's message: `make hooks` lets git run this with the file that holds the message."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: A subject has fewer characters, so that `git log --oneline` shows it whole.
TOO_LONG = 72
CODE = {".py", ".js", ".css", ".html"}
#: Git writes these itself, or squashes the commit into another one.
OF_GIT = ("Merge ", 'Revert "', "fixup! ", "squash! ", "amend! ")
#: First words that begin a description, not an order.
NOT_VERBS = {
    "a", "an", "the", "this", "that", "these", "those", "it", "we", "our", "all", "each", "every", "some", "no", "more",
    "what", "who", "whoever", "how", "when", "where", "why", "nobody", "one", "two", "several", "now", "new", "minor",
}  # fmt: skip
#: Imperatives that look like another form of a verb.
IMPERATIVES = {
    "bring", "ping", "ring", "string", "swing", "bias", "focus", "canvas", "alias",
    "embed", "exceed", "feed", "heed", "need", "proceed", "seed", "shed", "shred", "speed", "succeed",
}  # fmt: skip
TRAILER = re.compile(r"[A-Z][A-Za-z-]+: \S")


def is_imperative(word: str) -> bool:
    """Return whether a subject's first word may be a verb in the imperative; a guess from its ending."""
    word = word.lower()
    if not word.isalpha() or word in NOT_VERBS:
        return False
    return word in IMPERATIVES or word.endswith("ss") or not word.endswith(("ed", "ing", "s"))


def faults(message: str, changed: list[str]) -> Iterator[str]:
    """Yield what is wrong with a message for a commit that changes these files, with the way out."""
    written = message.split("# ------------------------ >8 ------------------------")[0]
    lines = [line.rstrip() for line in written.strip().splitlines() if not line.startswith("#")]
    subject, *rest = lines or [""]
    if subject.startswith(OF_GIT):
        return
    if not subject:
        yield "The message is empty: say what the commit does."
        return
    if len(subject) >= TOO_LONG:
        yield f"The subject has {len(subject)} characters: keep it under {TOO_LONG}, and put the rest into the body."
    if not is_imperative(first := subject.split()[0]):
        yield f'"{first}" is not an imperative: write what the commit does as an order, such as "Show the score".'
    if subject.endswith("."):
        yield "The subject ends with a full stop: leave it out."
    if rest and rest[0]:
        yield "The second line is not empty: leave one between the subject and the body."
    code = [file for file in changed if Path(file).suffix in CODE]
    if len(code) > 1 and not any(line and not TRAILER.match(line) for line in rest):
        yield f"The commit changes {len(code)} files of code: add a body that says why."


def main(file: str) -> int:
    """Print what is wrong with the message in a file; return git's exit code."""
    # quotepath: a name with accents would come in quotes.
    command = ["git", "-c", "core.quotepath=off", "diff", "--cached", "--name-only"]
    changed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603 - constants
    found = list(faults(Path(file).read_text(encoding="utf-8"), changed))
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
