"""The match engine: the stack of steps, decisions, windows, sealed choices and random draws."""
