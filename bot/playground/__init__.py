"""The playground: the real bot in a simulated Discord that you open in a browser."""

import logging

# simcord creates a small client when it is imported, and discord.py warns about its intents.
logging.getLogger("discord.state").setLevel(logging.ERROR)
