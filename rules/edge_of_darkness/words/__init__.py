"""All texts of the game. They contain only facts that the viewer may know."""
