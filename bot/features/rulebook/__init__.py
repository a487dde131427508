"""The rules for players: finding the rule that answers a question, and books to read."""
