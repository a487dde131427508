"""The Great Old One and its cultists, which the game plays."""
