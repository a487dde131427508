"""The playground: the real bot in a simulated Discord, shown in a browser."""

import logging

# Importing simcord creates a client, about whose intents discord.py would log a warning.
logging.getLogger("discord.state").setLevel(logging.ERROR)
