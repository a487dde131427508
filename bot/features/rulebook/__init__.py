"""The rules for players: searching for the rule that answers a question, and rulebooks to read."""
