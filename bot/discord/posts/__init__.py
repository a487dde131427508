"""What the bot posts by itself, and how it is delivered."""
