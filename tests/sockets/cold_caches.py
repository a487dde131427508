"""`python -m tests.sockets.cold_caches run`: the command line without drawing in advance.

A starting bot draws boards of every game in the background, which takes longer than everything most tests ask of it.
"""

from __future__ import annotations

from bot.app import warm_up
from bot.cli import main as cli

if __name__ == "__main__":
    warm_up.steps = lambda: iter(())
    cli.main()
