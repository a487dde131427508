"""The Tenebrae Discord bot: everything except the games' rules and pictures."""

import gc

#: Python starts a garbage collection after this many new objects, in the bot and in every process that it starts.
#: Loading all modules creates over a million objects, none of which is garbage. With Python's default of 700, garbage
#: collection took a tenth of the startup time.
GC_THRESHOLD = 10_000

gc.set_threshold(GC_THRESHOLD)
