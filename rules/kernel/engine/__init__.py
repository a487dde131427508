"""The match engine: the stack of steps, decisions, windows, sealed choices, random draws and plans."""
