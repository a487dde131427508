"""Runs commands as an unprivileged user, in a process that is started by tests running as root.

An unprivileged user may be unable to read Python's own modules on this machine. One command therefore runs as root
first, which loads the modules.
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
    """Run a command in a folder with only these settings. Return its exit code, output and errors."""
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
    """Read folders, arguments and settings as JSON, run each command as an unprivileged user, and print the results."""
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
