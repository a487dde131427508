"""The playground: the real bot in a simulated Discord that is shown in a browser."""

import logging

# Importing simcord creates a client, and discord.py would log a warning about that client's intents.
logging.getLogger("discord.state").setLevel(logging.ERROR)
