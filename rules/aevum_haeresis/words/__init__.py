"""All texts of the game. They are generated from views, so they contain only what the viewer is allowed to know."""
