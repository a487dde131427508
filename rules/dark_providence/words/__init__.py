"""All texts of the game. They use only what the viewer may know."""
