"""The rules for players: search for the rule that answers a question, and a rulebook to read."""
