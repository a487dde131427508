"""`python -m tests.sockets.cold_caches run`: the `tenebrae` command without filling its picture caches at the start.

Otherwise a starting bot draws boards of every game in the background, which takes longer than most tests.
"""

from __future__ import annotations

from bot.app import warm_up
from bot.cli import main as cli

if __name__ == "__main__":
    warm_up.steps = lambda: iter(())
    cli.main()
