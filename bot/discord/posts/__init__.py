"""The bot's posts, and their delivery."""
