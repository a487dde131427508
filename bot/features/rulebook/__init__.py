"""The rules for players: a search for the rule that answers a question, and rulebooks to read."""
