"""`python -m tests.sockets.cold run`: the command line, but nothing is drawn before somebody asks for it.

A bot that starts draws boards of every game in the background, which takes longer than all that most tests ask of it.
"""

from __future__ import annotations

from bot import cli, warm_up

if __name__ == "__main__":
    warm_up.steps = lambda: iter(())
    cli.main()
