"""Edge of Darkness for 2 to 4 players. The rules are numbered in RULES.md; flow.py is the order of play."""
