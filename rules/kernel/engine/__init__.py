"""What runs a match: the stack of steps, decisions, windows, sealed choices, chance."""
