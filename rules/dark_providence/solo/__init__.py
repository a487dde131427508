"""The Great Old One and its cultists, who play by themselves."""
