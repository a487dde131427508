"""Runs commands as an unprivileged user. Tests that run as root start this module in a process.

The unprivileged user may be unable to read the installed Python modules. One command therefore runs as root first, to
import them.
"""

from __future__ import annotations

import io
import json
import os
import pwd
import sys
from contextlib import redirect_stderr, redirect_stdout

from bot.cli import main as cli

NOBODY = "nobody"


def run_command(folder: str, arguments: list[str], env: dict[str, str]) -> tuple[int, str, str]:
    """Run a tenebrae command in a folder with only these settings. Return its exit code, output and errors."""
    os.chdir(folder)
    for name in [name for name in os.environ if name.startswith("TENEBRAE_")]:
        del os.environ[name]
    os.environ.update(env)
    sys.argv = ["tenebrae", *arguments]
    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
    return code, out.getvalue(), err.getvalue()


def main() -> None:
    """Read commands as JSON from standard input, run each as an unprivileged user, and print the results as JSON."""
    wanted = json.loads(sys.stdin.read())
    first = wanted[0]
    run_command(first["loads"], first["arguments"], {})
    somebody = pwd.getpwnam(NOBODY)
    os.setgroups([])
    os.setresgid(somebody.pw_gid, somebody.pw_gid, somebody.pw_gid)
    os.setresuid(somebody.pw_uid, somebody.pw_uid, somebody.pw_uid)
    print(json.dumps([run_command(one["folder"], one["arguments"], one["env"]) for one in wanted]))


if __name__ == "__main__":
    main()
