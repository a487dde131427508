"""All texts of the game, written from views, so that they contain only what the viewer may know."""
