"""The Great Old One and its cultists, played by the game."""
