"""Tenebrae, the Discord bot: all I/O."""

import gc

#: The number of new objects that triggers garbage collection, in the bot and in each process that it starts. Loading
#: all modules makes over a million, none of them garbage; with Python's 700 collection took a tenth of a start.
GC_THRESHOLD = 10_000

gc.set_threshold(GC_THRESHOLD)
