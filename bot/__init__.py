"""The Discord bot Tenebrae: everything but the rules and the pictures of the games."""

import gc

#: Garbage is collected after this many new objects, in the bot and in each process that it starts. Loading all
#: modules makes over a million objects, none of them garbage; with Python's default of 700, collection took a tenth
#: of the time of a start.
GC_THRESHOLD = 10_000

gc.set_threshold(GC_THRESHOLD)
