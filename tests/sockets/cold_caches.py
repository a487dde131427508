"""`python -m tests.sockets.cold_caches run`: the `tenebrae` command, but it doesn't fill its picture caches.

Otherwise a starting bot draws boards of every game in the background, which takes longer than most tests.
"""

from __future__ import annotations

from bot.app import warm_up
from bot.cli import main as cli

if __name__ == "__main__":
    warm_up.steps = lambda: iter(())
    cli.main()
