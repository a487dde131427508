"""Everything the game says; it uses only what the viewer may know."""
