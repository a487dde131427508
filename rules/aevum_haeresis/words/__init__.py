"""All texts of the game, from what the viewer may know."""
