"""The playground: the real bot in a simulated Discord that you open in a browser."""

import logging

# simcord makes a small client of its own when it is imported, and discord.py warns about its intents.
logging.getLogger("discord.state").setLevel(logging.ERROR)
