"""Tenebrae, the Discord bot: everything that does I/O."""

import gc

#: How many objects more than before there are when Python looks for garbage, in the bot and in each process that it
#: starts. To load all modules makes over a million, none of them garbage; with Python's 700 a tenth of a start went
#: into looking.
GARBAGE = 10_000

gc.set_threshold(GARBAGE)
