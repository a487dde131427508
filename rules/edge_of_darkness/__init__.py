"""Edge of Darkness for 2 to 4 players. RULES.md has the numbered rules, flow/round_sequence.py the order of play."""
