"""Everything the game says, from what a viewer may know."""
