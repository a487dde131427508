"""Edge of Darkness for 2 to 4 players. RULES.md has the numbered rules; flow/order.py has the order of play."""
